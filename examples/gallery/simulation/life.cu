typedef unsigned char ubyte;

extern "C" __global__ void life(const ubyte* lifeData, unsigned int worldWidth, unsigned int worldHeight,
                     ubyte* resultLifeData) {
  unsigned int worldSize = worldWidth * worldHeight;
  for (unsigned int cellId = __mul24(blockIdx.x, blockDim.x) + threadIdx.x; cellId < worldSize;
       cellId += blockDim.x * gridDim.x) {
    unsigned int x = cellId % worldWidth;
    unsigned int yAbs = cellId - x;
    unsigned int xLeft = (x + worldWidth - 1) % worldWidth;
    unsigned int xRight = (x + 1) % worldWidth;
    unsigned int yAbsUp = (yAbs + worldSize - worldWidth) % worldSize;
    unsigned int yAbsDown = (yAbs + worldWidth) % worldSize;
    unsigned int alive = lifeData[xLeft + yAbsUp] + lifeData[x + yAbsUp] + lifeData[xRight + yAbsUp] +
                         lifeData[xLeft + yAbs] + lifeData[xRight + yAbs] +
                         lifeData[xLeft + yAbsDown] + lifeData[x + yAbsDown] + lifeData[xRight + yAbsDown];
    resultLifeData[x + yAbs] = alive == 3 || (alive == 2 && lifeData[x + yAbs]) ? 1 : 0;
  }
}

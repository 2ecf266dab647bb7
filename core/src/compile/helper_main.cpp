// The program duet-compile. Its standard input is a socket to the process that started it.

#include <duet/helper.hpp>

int main() { duet::serve_compilations(0); }

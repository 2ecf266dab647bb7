#include <duet/helper.hpp>

#include "compile/helper/channel.hpp"
#include "compile/helper/messages.hpp"
#include "compile_target.hpp"

namespace duet {

void serve_compilations(int socket) {
  if (!helper::send(socket, helper::greeting())) return;
  while (const auto message = helper::receive(socket)) {
    std::string reply;
    try {
      const helper::Request request = helper::parse_request(*message);
      reply = helper::serialised(
          compile_in_process(request.program, request.target, StderrMode::pass_through));
    } catch (const std::exception& error) {
      reply = helper::serialised(error);
    }
    if (!helper::send(socket, reply)) return;
  }
}

}  // namespace duet

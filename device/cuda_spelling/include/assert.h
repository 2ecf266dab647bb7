#pragma once

// assert needs no header.

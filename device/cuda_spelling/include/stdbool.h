#pragma once

// bool needs no header.

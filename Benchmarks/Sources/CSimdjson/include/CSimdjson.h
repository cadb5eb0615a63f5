#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A simdjson DOM parser, which keeps its memory from text to text.
typedef struct simdjson_bench_parser simdjson_bench_parser;

simdjson_bench_parser *simdjson_bench_create(void);
void simdjson_bench_destroy(simdjson_bench_parser *parser);
/// Parses `count` bytes `times` times; `bytes` must be followed by the library's padding. Returns how many
/// parses succeeded.
size_t simdjson_bench_parse(simdjson_bench_parser *parser, const uint8_t *bytes, size_t count, size_t times);
/// Bytes that must be readable behind a text.
size_t simdjson_bench_padding(void);
/// Name of the instruction set in use.
const char *simdjson_bench_implementation(void);

#ifdef __cplusplus
}
#endif

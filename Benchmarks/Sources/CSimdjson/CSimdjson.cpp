#include "CSimdjson.h"

#include <simdjson.h>

#include <string>

struct simdjson_bench_parser {
  simdjson::dom::parser parser;
};

simdjson_bench_parser *simdjson_bench_create(void) { return new simdjson_bench_parser(); }

void simdjson_bench_destroy(simdjson_bench_parser *parser) { delete parser; }

size_t simdjson_bench_parse(simdjson_bench_parser *parser, const uint8_t *bytes, size_t count, size_t times) {
  size_t parsed = 0;
  for (size_t turn = 0; turn < times; turn++) {
    simdjson::dom::element root;
    auto error = parser->parser.parse(bytes, count, false).get(root);
    if (!error) parsed++;
  }
  return parsed;
}

size_t simdjson_bench_padding(void) { return simdjson::SIMDJSON_PADDING; }

const char *simdjson_bench_implementation(void) {
  static std::string name = simdjson::get_active_implementation()->name();
  return name.c_str();
}

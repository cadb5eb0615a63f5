"""A team's rules file as large as wanted: rules of varied kinds, with the words that people write beside them."""

HEAD = """\
# Rules of the Example team.
facts:
  campaigns: {values: [autumn, winter, spring, summer, launch], source: "Example: handbook"}
  sender-of-campaign:
    by: name
    autumn: marketing
    winter: marketing
    launch: product
    source: "Example: handbook"
derive:
  campaign-sender: {row: {fact: sender-of-campaign}, of: {path: payload.campaign}}
  order-number: {number: payload.order.number}
shapes:
  - at: payload.order
    when: {payload.order: present}
    known: {keys: [number, date, lines, parcel, customer, note], rule: order-unknown-key, misspelt: order-misspelt-key}
    required: {keys: [number], rule: order-number-missing}
rules:
  - id: order-unknown-key
    severity: note
    outcome: ignored
    message: "{key} is no key of an order"
    source: "Example: handbook"
  - id: order-misspelt-key
    severity: warning
    outcome: ignored
    message: "{key} is no key of an order; write {suggestion}"
    source: "Example: handbook"
    fix: {remove: true, safety: unsafe, title: "leave it out"}
  - id: order-number-missing
    severity: error
    outcome: advice
    message: "an order has a number"
    source: "Example: handbook"
"""

KINDS = [
    ("text", "at: payload.order.note\n    check: {{length: {{max: {n}}}}}", "the note has {{actual}} letters, {n} at most"),
    ("pattern", "at: payload.order-{n}.id\n    check: {{matches: '[A-Z]{{2}}-\\d{{4,12}}(-v{n})?'}}", "{{actual}} is no id of an order"),
    ("values", "at: 'payload.order.lines[*].unit-{n}'\n    check: {{one-of: [piece, box, pallet, unit-{n}]}}", "{{actual}} is no unit"),
    ("number", "at: payload.step-{n}.minutes\n    check: {{all: [{{type: integer}}, {{range: {{min: 0, max: {n}000}}}}]}}", "{{actual}} minutes are too many"),
    ("condition", "when: {{payload.campaign: {{one-of: {{fact: campaigns}}}}, any: [payload.step-{n}: present, payload.order: present]}}\n"
     "    at: payload.aps.thread-id\n    check: {{starts-with: campaign-}}", "the thread of a campaign begins with campaign-"),
    ("format", "at: payload.link-{n}\n    check: {{any: [{{format: url}}, {{placeholder: true}}]}}", "{{actual}} is no address"),
    ("deep", "at: payload.state-{n}.**\n    check: {{not: {{matches: '.*(secret|password).*'}}}}", "a secret has no place in a push"),
    ("unique", "at: payload.tags-{n}\n    check: {{unique: values}}", "a tag stands twice"),
    ("pair", "when: {{payload.start-{n}: {{type: number}}}}\n    at: payload.end-{n}\n    check: {{all: [present, {{range: {{min: {{path: payload.start-{n}}}}}}}]}}",
     "the end {{actual}} lies before the start"),
    ("header", "when: {{headers.apns-topic: {{ends-with: .watch-{n}}}}}\n    at: headers.apns-collapse-id\n    check: {{bytes: {{of: value, max: 32}}}}",
     "the collapse id of a watch is short"),
]

RULE = """\
  - id: own-{kind}-{n}
    severity: warning
    outcome: advice
    {test}
    message: "{message}"
    help: "Ask the team that looks after part {n} of the app; it knows what the screens can show"
    why: >
      Part {n} of the app shows what stands here as it is. In the past a push of this kind
      reached people and could not be opened, so that the senders agreed to look at it first.
    source: "Example: handbook, page {n}"
    since: "2026-{month:02}-01"
"""


def rules_file(size):
    """So many bytes of rules, or a little more."""
    text, number = HEAD, 0
    while len(text) < size:
        kind, test, message = KINDS[number % len(KINDS)]
        number += 1
        text += RULE.format(kind=kind, n=number, test=test.format(n=number), message=message.format(n=number),
                            month=number % 12 + 1)
    return text

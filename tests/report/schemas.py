"""What the published schemas of the formats say of the parts that jaxlint writes, in our own words.

Objects that a schema closes are closed here, too, so that a key with a typing error is found.
"""

LINE = {"type": "integer", "minimum": 1}


def closed(required=(), **properties):
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def array(items, **more):
    return {"type": "array", "items": items, **more}


TEXT = {"type": "string"}
MESSAGE = closed(["text"], text=TEXT, markdown=TEXT)
SEVERITY = {"enum": ["none", "note", "warning", "error"]}
REGION = closed([], startLine=LINE, startColumn=LINE, endLine=LINE, endColumn=LINE)
ARTIFACT = closed([], uri={"type": "string", "format": "uri-reference"}, uriBaseId=TEXT)
PHYSICAL = closed(["artifactLocation"], artifactLocation=ARTIFACT, region=REGION)
LOCATION = closed([], physicalLocation=PHYSICAL, message=MESSAGE)
REPLACEMENT = closed(["deletedRegion"], deletedRegion=REGION, insertedContent=closed([], text=TEXT))
CHANGE = closed(
    ["artifactLocation", "replacements"], artifactLocation=ARTIFACT, replacements=array(REPLACEMENT, minItems=1)
)
THREAD = closed(["locations"], locations=array(closed([], location=LOCATION), minItems=1))
RESULT = closed(
    ["message"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=SEVERITY,
    message=MESSAGE,
    locations=array(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    codeFlows=array(closed(["threadFlows"], threadFlows=array(THREAD, minItems=1))),
    fixes=array(
        closed(["artifactChanges"], description=MESSAGE, artifactChanges=array(CHANGE, minItems=1)), uniqueItems=True
    ),
    properties=closed([], ways=array(closed(["title", "when"], title=TEXT, when=TEXT))),
)
RULE = closed(
    ["id"],
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=closed(["text"], text=TEXT, markdown=TEXT),
    helpUri={"type": "string", "format": "uri"},
    defaultConfiguration=closed([], level=SEVERITY),
    properties={"type": "object", "properties": {"tags": array(TEXT, uniqueItems=True, maxItems=20)}},
)
SARIF = closed(
    ["version", "runs"],
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=array(
        closed(
            ["tool"],
            tool=closed(
                ["driver"], driver=closed(["name"], name=TEXT, version=TEXT, rules=array(RULE, uniqueItems=True))
            ),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            invocations=array(
                closed(
                    ["executionSuccessful"],
                    executionSuccessful={"type": "boolean"},
                    toolExecutionNotifications=array(
                        closed(["message"], level=SEVERITY, message=MESSAGE, locations=array(LOCATION))
                    ),
                )
            ),
            results=array(RESULT),
        )
    ),
)

POINT = closed(["line"], line=LINE, column=LINE)
GITLAB = array(
    closed(
        ["description", "check_name", "fingerprint", "severity", "location"],
        type={"const": "issue"},
        check_name=TEXT,
        description={"type": "string", "minLength": 1},
        categories=array({"enum": ["Bug Risk", "Clarity", "Compatibility", "Complexity", "Performance", "Style"]}),
        content=closed(["body"], body=TEXT),
        fingerprint={"type": "string", "pattern": "^[0-9a-f]{32}$"},
        severity={"enum": ["info", "minor", "major", "critical", "blocker"]},
        location={
            **closed(
                ["path"],
                path={"type": "string", "pattern": "^(?!\\./)"},
                lines=closed(["begin"], begin=LINE),
                positions=closed(["begin"], begin=POINT, end=POINT),
            ),
            "oneOf": [{"required": ["lines"]}, {"required": ["positions"]}],
        },
    )
)

RANGE = closed(["start"], start=closed([], line=LINE, column=LINE), end=closed([], line=LINE, column=LINE))
RDF_LOCATION = closed(["path"], path=TEXT, range=RANGE)
RDF_SEVERITY = {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]}
RDJSON = closed(
    ["diagnostics"],
    source=closed(["name"], name=TEXT),
    severity=RDF_SEVERITY,
    diagnostics=array(
        closed(
            ["message", "location"],
            message=TEXT,
            location=RDF_LOCATION,
            severity=RDF_SEVERITY,
            code=closed(["value"], value=TEXT, url=TEXT),
            suggestions=array(closed(["range", "text"], range=RANGE, text=TEXT)),
            related_locations=array(closed(["location"], message=TEXT, location=RDF_LOCATION)),
        )
    ),
)

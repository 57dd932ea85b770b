"""What schemathesis needs to know of Quad that no document says: how to sign in, and ids that exist.

Read by `tests/clients/fuzz.ts`, which starts the server and sets the variables.
"""

import atexit
import json
import os
import random
import re
import threading
from collections import Counter, deque

import requests
import schemathesis

ORIGIN = os.environ["QUAD_URL"]
EMAIL = os.environ["QUAD_EMAIL"]
PASSWORD = os.environ["QUAD_PASSWORD"]
SUMMARY = os.environ["QUAD_SUMMARY"]
THROWAWAYS = [email for email in os.environ.get("QUAD_THROWAWAYS", "").split(",") if email]
# Sensitive acts need a sign-in of the last five minutes.
SIGN_IN_SECONDS = 200
# Bun itself answers 431 where a request line is longer than 8 KB, before any route.
LONGEST_PARAMETER = 2000

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"

lock = threading.Lock()
statuses: Counter[str] = Counter()
codes: Counter[str] = Counter()
operations: dict[str, Counter[str]] = {}
pools: dict[str, deque[str]] = {}
own_ids: set[str] = set()

KINDS = {
    "post": "post", "posts": "post", "comment": "comment", "comments": "comment", "user": "user", "users": "user",
    "author": "user", "postedBy": "user", "commentedBy": "user", "report": "report", "reports": "report",
    "college": "college", "colleges": "college", "branches": "branch", "words": "word", "feedback": "feedback",
    "feedbacks": "feedback", "delayedPost": "delayed", "delayedPosts": "delayed", "notices": "notice",
    "webhook": "webhook", "webhooks": "webhook", "deliveries": "delivery", "sessions": "session",
}
PARAMETERS = {
    "postId": "post", "commentId": "comment", "userId": "user", "collegeId": "college", "resourceId": "post",
}
SEGMENTS = {
    "posts": "post", "delayed": "delayed", "reports": "report", "colleges": "college", "words": "word",
    "feedbacks": "feedback", "branches": "branch", "users": "user", "webhooks": "webhook", "update": "college",
    "profile": "college", "college-requests": "request", "deliveries": "delivery",
}


def sign_in(email: str) -> dict[str, object] | None:
    body = {"email": email, "password": PASSWORD, "tokens": True}
    answer = requests.post(f"{ORIGIN}/api/v1/auth/login", json=body, timeout=60)
    return answer.json()["data"] if answer.ok else None


def remember(kind: str, value: object) -> None:
    if isinstance(value, str) and UUID.fullmatch(value) and value not in own_ids:
        pool = pools.setdefault(kind, deque(maxlen=100))
        if value not in pool:
            pool.append(value)


def collect(value: object, kind: str | None) -> None:
    if isinstance(value, list):
        for each in value:
            collect(each, kind)
    elif isinstance(value, dict):
        if kind is not None:
            remember(kind, value.get("id"))
        for key, each in value.items():
            collect(each, KINDS.get(key, kind if key == "data" else None))


def kind_of(path: str, parameter: str) -> str | None:
    if parameter in PARAMETERS:
        return PARAMETERS[parameter]
    segments = path.split("/")
    before = segments[: segments.index("{" + parameter + "}")] if "{" + parameter + "}" in segments else []
    return next((SEGMENTS[segment] for segment in reversed(before) if segment in SEGMENTS), None)


def existing(kind: str | None, chance: random.Random) -> str | None:
    pool = pools.get(kind or "")
    return chance.choice(list(pool)) if pool and chance.random() < 0.7 else None


if THROWAWAYS:

    @schemathesis.auth(refresh_interval=None)
    class OncePerRequest:
        """For what ends a session or an account: each request signs in anew, with the next account once one is gone."""

        def get(self, case, context):
            with lock:
                while THROWAWAYS:
                    signed_in = sign_in(THROWAWAYS[-1])
                    if signed_in is not None:
                        return signed_in["accessToken"]
                    THROWAWAYS.pop()
            return None

        def set(self, case, data, context):
            if data is not None:
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}

elif EMAIL:

    @schemathesis.auth(refresh_interval=SIGN_IN_SECONDS)
    class SignedIn:
        def get(self, case, context):
            signed_in = sign_in(EMAIL)
            own_ids.add(signed_in["user"]["id"])
            return signed_in["accessToken"]

        def set(self, case, data, context):
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, **kwargs):
    parameters = dict(case.path_parameters or {})
    chance = random.Random(case.id)
    positive = case.meta is None or case.meta.generation.mode.is_positive
    for name, value in parameters.items():
        if value in own_ids and case.operation.method != "get":
            # A superadmin that bans or demotes itself is refused everything from then on.
            parameters[name] = NOBODY
        elif isinstance(value, str) and len(value) > LONGEST_PARAMETER:
            parameters[name] = value[:LONGEST_PARAMETER]
        elif positive and (known := existing(kind_of(case.operation.path, name), chance)):
            parameters[name] = known
    case.path_parameters = parameters
    if positive and isinstance(case.body, dict):
        kind = str(case.body.get("targetType") or case.body.get("type") or "post").lower()
        for name, of in (("postId", "post"), ("targetId", kind)):
            known = existing(of, chance)
            if name in case.body and known:
                case.body[name] = known


@schemathesis.hook
def after_call(context, case, response):
    label = f"{case.operation.method.upper()} {case.operation.path}"
    with lock:
        statuses[str(response.status_code)] += 1
        operations.setdefault(label, Counter())[str(response.status_code)] += 1
        try:
            body = json.loads(response.content)
        except ValueError:
            body = None
        if isinstance(body, dict) and "code" in body:
            codes[body["code"]] += 1
        if isinstance(body, dict) and response.status_code < 300:
            last = [part for part in case.operation.path.split("/") if not part.startswith("{")][-1]
            collect(body.get("data"), SEGMENTS.get(last))
        if sum(statuses.values()) % 500 == 0:
            write_summary()


def write_summary() -> None:
    with open(SUMMARY, "w", encoding="utf-8") as file:
        json.dump({"requests": sum(statuses.values()), "statuses": statuses, "codes": codes, "judged": judged, "operations": operations}, file)


ACCEPTED = "Schema-violating request accepted"
REFUSED = "Schema-valid request rejected"
# Codes of requests that are malformed. All others say what only the server knows: who asks, and what is there.
MALFORMED = {"VALIDATION_FAILED", "INVALID_JSON", "UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE"}
# Fields whose values no schema can know, or whose rule JSON Schema cannot say.
KNOWN_TO_THE_SERVER = {
    "cursor": "only a list gives cursors",
    "topic": "the settings say which",
    "type": "the settings say which",
    "reason": "the settings say which",
    "branch": "the college says which",
    "branches": "the college says which",
    "toxicityThresholds": "the service that scores says which",
    "redirectTo": "it has to lead to this site",
    "targetId": "nobody reports or votes on what is not there, or is their own",
    "suspension": "it belongs to a user who is blocked, and ends in the future",
    "ends": "it is in the future",
    "userId": "nobody blocks themselves",
    "topics": "each once, in any case of letters",
    "feedbackTypes": "each once, in any case of letters",
    "reportReasons": "each once, in any case of letters",
    "profile": "the bytes have to be a picture",
    "url": "webhooks go to https, and to no address of this network",
    "name": "no hidden characters",
    "city": "no hidden characters",
    "state": "no hidden characters",
    "emailDomain": "a domain that could exist",
    "email": "an address that could exist",
    "requestedByEmail": "an address of that domain",
    "password": "characters are counted as people do",
    "newPassword": "characters are counted as people do",
    "otp": "lengths are counted in UTF-16 units",
    "transports": "lengths are counted in UTF-16 units",
    "code": "lengths are counted in UTF-16 units; no hidden characters",
    "word": "there has to be something to look for",
}


def refusal(response) -> tuple[str, set[str]]:
    try:
        body = json.loads(response.content)
        named = [re.findall(r"[A-Za-z]+", error["field"]) for error in body.get("errors", [])]
        # Of `campus.emailDomain` the last, of `toxicityThresholds.openai` the first, of `branches.0` the only one.
        known = KNOWN_TO_THE_SERVER.keys()
        return body.get("code", ""), {next((part for part in parts if part in known), parts[-1]) for parts in named}
    except (ValueError, AttributeError):
        return "", set()


# Findings that are as they should be, with the reason; all others make the run fail.
def judge(failure, case, response) -> str | None:
    code, fields = refusal(response)
    if failure.title == ACCEPTED and response.status_code == 413:
        return "413 is a refusal, too, which schemathesis does not know"
    if failure.title == REFUSED and response.status_code == 413:
        return "the description of the document bounds bodies, with whatever else they hold"
    if failure.title == ACCEPTED and "S[\\s\\S]{" in failure.message:
        return "lengths are counted in UTF-16 units"
    if failure.title == ACCEPTED and "in query" in failure.message:
        return "numbers in the query are moved into their range (interface, Lists)"
    if failure.title == REFUSED and code and code not in MALFORMED:
        return f"what only the server knows: {code}"
    if failure.title == REFUSED and case.operation.method == "patch" and code == "VALIDATION_FAILED" and not fields:
        return "a change has to change something"
    if failure.title == REFUSED and fields and fields <= KNOWN_TO_THE_SERVER.keys():
        return "; ".join(f"{field}: {KNOWN_TO_THE_SERVER[field]}" for field in sorted(fields))
    return None


judged: Counter[str] = Counter()


@schemathesis.hook
def filter_failure(context, failure, case, response):
    reason = judge(failure, case, response)
    if reason is not None:
        judged[reason] += 1
    return reason is None


atexit.register(write_summary)

import * as parse from './parse'

export type Variable = {
  /** It opens a group of variables, of this name. */
  group?: string
  description: string
  parse: (text: string) => unknown
  /** Parsed if the variable is not set. */
  default?: string
  /** Describes a default that depends on something else. */
  otherwise?: string
  /** Messages never repeat it, and `NAME_FILE` may name a file that holds it. */
  secret?: true
  /** Spaces around the value belong to it. */
  verbatim?: true
}

/** Characters of a key. One that is cut off, or empty, protects nothing. */
export const SHORTEST_SECRET = 32

const variable = <Value, const More extends Omit<Partial<Variable>, 'parse' | 'description'>>(
  parse: (text: string) => Value,
  description: string,
  more: More = {} as More,
) => ({ ...more, parse, description })

/** Every variable that Quad reads, in the order in which an operator meets them. */
export const VARIABLES = {
  PUBLIC_URL: variable(parse.origin, 'The origin that users see; https turns Secure cookies and HSTS on', {
    group: 'What every campus sets',
    otherwise: '`http://localhost:PORT`',
  }),
  TRUST_PROXY: variable(
    parse.wholeNumber(0, 10),
    'How many proxies in front set `X-Forwarded-For`; `0` trusts no header of theirs',
    { default: '0' },
  ),
  SMTP_URL: variable(
    parse.smtpUrl,
    'Mail server, `smtps://user:password@host:465` or `smtp://user:password@host:587`',
    { otherwise: 'mail is written to `DATA_DIR/outbox`', secret: true },
  ),
  MAIL_FROM: variable(parse.sender, 'Sender of every mail', { otherwise: '`Quad <no-reply@HOST of PUBLIC_URL>`' }),
  BACKUP_TO: variable(
    parse.place,
    'Where Quad makes backups by itself: a folder that exists, on another disk, or `s3://bucket/prefix`; of this Quad alone',
  ),
  BACKUP_RECIPIENT: variable(parse.ageRecipient, 'An age recipient, `age1…`, that backups are encrypted for'),
  ENROLLMENT_PATTERN: variable(
    parse.pattern,
    'Regular expression (RE2: no look-around, no back-references, no large repetitions) for the whole part of a student email before the @; a `+` never passes',
    { default: parse.ENROLLMENT_NUMBER },
  ),
  HOST: variable(parse.hostName, 'Address to listen on; `0.0.0.0` for every network (the container sets it)', {
    group: 'Where it listens, and to whom',
    default: '127.0.0.1',
  }),
  PORT: variable(parse.wholeNumber(0, 65_535), 'Port to listen on', { default: '3000' }),
  CORS_ORIGINS: variable(parse.origins, 'Trusted origins in addition to `PUBLIC_URL`, separated by commas'),
  COOKIE_DOMAIN: variable(parse.cookieDomain, 'Parent domain of the session cookies', {
    otherwise: 'the host of `PUBLIC_URL` alone',
  }),
  CAMPUS_NAME: variable(
    parse.length(2, 100),
    'With the next three: the college that the first start creates if there is none',
    { group: 'The first start' },
  ),
  CAMPUS_DOMAIN: variable(parse.domainName, 'Its email domain, such as `campus.edu`'),
  CAMPUS_CITY: variable(parse.length(2, 100), 'Its city'),
  CAMPUS_STATE: variable(parse.length(2, 100), 'Its state'),
  ADMIN_EMAIL: variable(
    parse.emailAddress,
    'With the next: the superadmin that the first start creates if there is none',
    { secret: true },
  ),
  ADMIN_PASSWORD: variable(parse.length(8, 128), 'Its first password, 8 to 128 characters', {
    secret: true,
    verbatim: true,
  }),
  ENROLLMENT_EXAMPLE: variable(
    parse.length(1, 64),
    'What such a part looks like, shown to everybody who joins: not that of a student',
    { group: 'Who joins', otherwise: '`20231234` if that fits the pattern' },
  ),
  MAIL_PER_HOUR: variable(
    parse.wholeNumber(1, 100_000),
    'Limit for all mail together; above it requests that need mail return 429',
    { default: '500' },
  ),
  REVERIFY_MONTHS: variable(
    parse.wholeNumber(0, 120),
    'Months after which whoever has not proved the college email again can read, but not post, comment or vote; `0`: never',
    { default: '12' },
  ),
  MIN_GROUP: variable(
    parse.wholeNumber(1, 1_000),
    'Others see a branch while so many active members of its college have it',
    { default: '10' },
  ),
  IDP_ISSUER: variable(parse.issuer, 'With the next two: OpenID Connect provider, its issuer URL'),
  IDP_CLIENT_ID: variable(parse.anyText, 'Client id registered there'),
  IDP_CLIENT_SECRET: variable(parse.anyText, 'Client secret registered there', { secret: true }),
  TOXICITY_PROVIDER: variable(
    parse.oneOf('off', 'openai', 'perspective'),
    'Service that scores texts, in addition to the word lists: `off`, `openai` (or a server that speaks its moderation format) or `perspective` (the public service closes at the end of 2026; self-hosted ones speak its format)',
    { group: 'What people write and see', default: 'off' },
  ),
  TOXICITY_URL: variable(parse.webAddress, 'Its address, for a self-hosted server', {
    otherwise: "the provider's public address",
    secret: true,
  }),
  TOXICITY_MODEL: variable(parse.length(1, 200), 'For `openai`: the model that the server is asked for', {
    otherwise: '`omni-moderation-latest`',
  }),
  TOXICITY_API_KEY: variable(parse.anyText, 'Its key; optional if `TOXICITY_URL` is set', { secret: true }),
  TOXICITY_TIMEOUT_MS: variable(
    parse.wholeNumber(100, 60_000),
    'Milliseconds to wait for a score; then the text is refused',
    { default: '3000' },
  ),
  NOTIFICATIONS: variable(parse.onOff, '`on` or `off`: notifications and live updates, whatever the settings say', {
    otherwise: 'as the settings say: `off` until a superadmin switches it on',
  }),
  PROFILE_IMAGE_MAX_BYTES: variable(parse.wholeNumber(1_024, 104_857_600), 'Largest image that may be uploaded', {
    default: '5242880',
  }),
  INDEXING: variable(parse.onOff, '`on`: search engines may list the pages', { default: 'off' }),
  DATA_DIR: variable(parse.directory, 'Folder for everything that changes', {
    group: 'Data and keys',
    default: './data',
  }),
  SECRET: variable(
    parse.length(SHORTEST_SECRET, Infinity),
    'The current key of addresses and keyed hashes, 32 characters or more; before a change, export the key and import it again (Keys, below)',
    { otherwise: 'made at the first start, in `DATA_DIR/keys`', secret: true, verbatim: true },
  ),
  ADDRESS_RECIPIENT: variable(
    parse.ageRecipient,
    'An age recipient, `age1…`: only who holds its identity can read addresses, this server cannot',
  ),
  SYNCHRONOUS: variable(
    parse.oneOf('full', 'normal'),
    '`full`: a write with a response survives a power cut; `normal`: the last moments may be lost, and only single writes are faster',
    { default: 'full' },
  ),
  WAL_LIMIT_MB: variable(
    parse.wholeNumber(128, 1_000_000),
    'Size of `quad.db-wal` in MB above which writes are refused (503) until that program ends; half of the free disk where that is less',
    { default: '1024' },
  ),
  BACKUP_KEEP: variable(
    parse.backupKeep,
    'How many days, weeks and months keep their newest backup; others are removed',
    { group: 'Backups and buckets', default: '7 daily, 4 weekly, 6 monthly' },
  ),
  S3_ACCESS_KEY_ID: variable(
    parse.anyText,
    'With the next: who writes to the buckets of `BACKUP_TO` and `PRIMARY_CLAIMS`',
    { secret: true },
  ),
  S3_SECRET_ACCESS_KEY: variable(parse.anyText, 'Its secret key', { secret: true }),
  S3_REGION: variable(parse.length(1, 60), 'Region of the bucket', { default: 'us-east-1' }),
  S3_ENDPOINT: variable(
    parse.bareAddress,
    'Address of another service that speaks S3, such as `https://s3.campus.edu`',
    { otherwise: 'that of Amazon for the region' },
  ),
  PRIMARY_URL: variable(
    parse.primaryOrigin,
    'For `quad serve --follow`: where this follower reaches the primary: an https origin of its own, or http to a tunnel on this machine',
    { group: 'A second machine' },
  ),
  FOLLOW_ALONE_SECONDS: variable(
    parse.wholeNumber(5, 3_600),
    'How long a follower goes on answering reads from its copy while the primary does not answer',
    { default: '60' },
  ),
  PRIMARY_CLAIMS: variable(
    parse.place,
    'Where servers that take over from each other keep which one is primary: a folder that exists and that all reach, or `s3://bucket/prefix` (`docs/operating.md#litestream`)',
  ),
  ACK: variable(
    parse.oneOf('disk', 'replicated'),
    '`replicated`: a write is answered with 2xx once Litestream has it at the replica, and this server is still the primary; `disk`: once it is on disk',
    { default: 'disk' },
  ),
  LITESTREAM_SOCKET: variable(
    parse.directory,
    'Control socket of Litestream (`socket` in its configuration), for `ACK=replicated`',
    { default: '/var/run/litestream.sock' },
  ),
  LOG_LEVEL: variable(
    parse.oneOf('debug', 'info', 'warn', 'error', 'silent'),
    '`debug`, `info`, `warn`, `error` or `silent`',
    { group: 'Logs, metrics and traces', default: 'info' },
  ),
  LOG_FORMAT: variable(parse.oneOf('pretty', 'json'), '`pretty` or `json`', {
    otherwise: '`pretty` on a terminal, else `json`',
  }),
  ACCESS_LOG: variable(parse.onOff, '`off`: no line for each request in the log; warnings, errors and metrics stay', {
    default: 'on',
  }),
  METRICS_TOKEN: variable(
    parse.token(16),
    'Bearer token for `GET /metrics`, 16 characters or more; without it there is no such page',
    { secret: true },
  ),
  TRACEPARENT_TO: variable(
    parse.someOf('scorer', 'provider'),
    '`scorer`, `provider` or both, separated by commas: who gets the `traceparent` of a request; only what the campus runs itself',
    { otherwise: 'nobody' },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    parse.bareAddress,
    'Address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`',
    { otherwise: 'no traces are made' },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    parse.headers,
    'Headers for it, such as `authorization=Basic%20…`, separated by commas, their values percent-encoded',
    { secret: true },
  ),
  WEBHOOK_PRIVATE_NETWORKS: variable(
    parse.networks,
    'Networks that are not of the internet and that webhooks may go to, such as `10.1.0.0/16`, separated by commas',
    { group: 'Seldom', otherwise: 'none' },
  ),
  RATE_LIMITS: variable(parse.onOff, '`off` for benchmarks only', { default: 'on' }),
} satisfies Record<string, Variable>

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

/** Every variable that Quad reads, in the order in which an operator meets them. */
export const VARIABLES = {
  PUBLIC_URL: {
    group: 'What every campus sets',
    otherwise: '`http://localhost:PORT`',
    parse: parse.origin,
    description: 'The origin that users see; https turns Secure cookies and HSTS on',
  },
  TRUST_PROXY: {
    default: '0',
    parse: parse.wholeNumber(0, 10),
    description: 'How many proxies in front set `X-Forwarded-For`; `0` trusts no header of theirs',
  },
  SMTP_URL: {
    otherwise: 'mail is written to `DATA_DIR/outbox`',
    secret: true,
    parse: parse.smtpUrl,
    description: 'Mail server, `smtps://user:password@host:465` or `smtp://user:password@host:587`',
  },
  MAIL_FROM: {
    otherwise: '`Quad <no-reply@HOST of PUBLIC_URL>`',
    parse: parse.sender,
    description: 'Sender of every mail',
  },
  BACKUP_TO: {
    parse: parse.place,
    description:
      'Where Quad makes backups by itself: a folder that exists, on another disk, or `s3://bucket/prefix`; of this Quad alone',
  },
  BACKUP_RECIPIENT: {
    parse: parse.ageRecipient,
    description: 'An age recipient, `age1…`, that backups are encrypted for',
  },
  ENROLLMENT_PATTERN: {
    default: parse.ENROLLMENT_NUMBER,
    parse: parse.pattern,
    description:
      'Regular expression (RE2: no look-around, no back-references, no large repetitions) for the whole part of a student email before the @; a `+` never passes',
  },
  HOST: {
    group: 'Where it listens, and to whom',
    default: '127.0.0.1',
    parse: parse.hostName,
    description: 'Address to listen on; `0.0.0.0` for every network (the container sets it)',
  },
  PORT: { default: '3000', parse: parse.wholeNumber(0, 65_535), description: 'Port to listen on' },
  CORS_ORIGINS: {
    parse: parse.origins,
    description: 'Trusted origins in addition to `PUBLIC_URL`, separated by commas',
  },
  COOKIE_DOMAIN: {
    otherwise: 'the host of `PUBLIC_URL` alone',
    parse: parse.cookieDomain,
    description: 'Parent domain of the session cookies',
  },
  CAMPUS_NAME: {
    group: 'The first start',
    parse: parse.length(2, 100),
    description: 'With the next three: the college that the first start creates if there is none',
  },
  CAMPUS_DOMAIN: { parse: parse.domainName, description: 'Its email domain, such as `campus.edu`' },
  CAMPUS_CITY: { parse: parse.length(2, 100), description: 'Its city' },
  CAMPUS_STATE: { parse: parse.length(2, 100), description: 'Its state' },
  ADMIN_EMAIL: {
    parse: parse.emailAddress,
    secret: true,
    description: 'With the next: the superadmin that the first start creates if there is none',
  },
  ADMIN_PASSWORD: {
    parse: parse.length(8, 128),
    secret: true,
    verbatim: true,
    description: 'Its first password, 8 to 128 characters',
  },
  ENROLLMENT_EXAMPLE: {
    group: 'Who joins',
    otherwise: '`20231234` if that fits the pattern',
    parse: parse.length(1, 64),
    description: 'What such a part looks like, shown to everybody who joins: not that of a student',
  },
  MAIL_PER_HOUR: {
    default: '500',
    parse: parse.wholeNumber(1, 100_000),
    description: 'Limit for all mail together; above it requests that need mail return 429',
  },
  REVERIFY_MONTHS: {
    default: '12',
    parse: parse.wholeNumber(0, 120),
    description:
      'Months after which whoever has not proved the college email again can read, but not post, comment or vote; `0`: never',
  },
  MIN_GROUP: {
    default: '10',
    parse: parse.wholeNumber(1, 1_000),
    description: 'Others see a branch while so many active members of its college have it',
  },
  IDP_ISSUER: { parse: parse.issuer, description: 'With the next two: OpenID Connect provider, its issuer URL' },
  IDP_CLIENT_ID: { parse: parse.anyText, description: 'Client id registered there' },
  IDP_CLIENT_SECRET: { parse: parse.anyText, secret: true, description: 'Client secret registered there' },
  TOXICITY_PROVIDER: {
    group: 'What people write and see',
    default: 'off',
    parse: parse.oneOf('off', 'openai', 'perspective', 'chat'),
    description:
      'Service that scores texts, in addition to the word lists: `off`, `openai`, `perspective` (the public Perspective service closes at the end of 2026; self-hosted ones speak its format) or `chat` (a language model behind an OpenAI-compatible `/v1/chat/completions`, such as one of your own)',
  },
  TOXICITY_URL: {
    otherwise: "the provider's public address",
    parse: parse.webAddress,
    secret: true,
    description: 'Its address, for a self-hosted server',
  },
  TOXICITY_MODEL: {
    parse: parse.length(1, 200),
    description: 'For `chat`, where it must be set: the name under which the server knows its model',
  },
  TOXICITY_API_KEY: { parse: parse.anyText, secret: true, description: 'Its key; optional if `TOXICITY_URL` is set' },
  TOXICITY_TIMEOUT_MS: {
    default: '3000',
    parse: parse.wholeNumber(100, 60_000),
    description: 'Milliseconds to wait for a score; then the text is refused',
  },
  NOTIFICATIONS: {
    otherwise: 'as the settings say: `off` until a superadmin switches it on',
    parse: parse.onOff,
    description: '`on` or `off`: notifications and live updates, whatever the settings say',
  },
  PROFILE_IMAGE_MAX_BYTES: {
    default: '5242880',
    parse: parse.wholeNumber(1_024, 104_857_600),
    description: 'Largest image that may be uploaded',
  },
  INDEXING: { default: 'off', parse: parse.onOff, description: '`on`: search engines may list the pages' },
  DATA_DIR: {
    group: 'Data and keys',
    default: './data',
    parse: parse.directory,
    description: 'Folder for everything that changes',
  },
  SECRET: {
    otherwise: 'made at the first start, in `DATA_DIR/keys`',
    secret: true,
    verbatim: true,
    parse: parse.length(SHORTEST_SECRET, Infinity),
    description:
      'The current key of addresses and keyed hashes, 32 characters or more; before a change, export the key and import it again (Keys, below)',
  },
  ADDRESS_RECIPIENT: {
    parse: parse.ageRecipient,
    description: 'An age recipient, `age1…`: only who holds its identity can read addresses, this server cannot',
  },
  SYNCHRONOUS: {
    default: 'full',
    parse: parse.oneOf('full', 'normal'),
    description:
      '`full`: a write with a response survives a power cut; `normal`: the last moments may be lost, and only single writes are faster',
  },
  WAL_LIMIT_MB: {
    default: '1024',
    parse: parse.wholeNumber(128, 1_000_000),
    description:
      'Size of `quad.db-wal` in MB above which writes are refused (503) until that program ends; half of the free disk where that is less',
  },
  BACKUP_KEEP: {
    group: 'Backups and buckets',
    default: '7 daily, 4 weekly, 6 monthly',
    parse: parse.backupKeep,
    description: 'How many days, weeks and months keep their newest backup; others are removed',
  },
  S3_ACCESS_KEY_ID: {
    parse: parse.anyText,
    secret: true,
    description: 'With the next: who writes to the buckets of `BACKUP_TO` and `PRIMARY_CLAIMS`',
  },
  S3_SECRET_ACCESS_KEY: { parse: parse.anyText, secret: true, description: 'Its secret key' },
  S3_REGION: { default: 'us-east-1', parse: parse.length(1, 60), description: 'Region of the bucket' },
  S3_ENDPOINT: {
    otherwise: 'that of Amazon for the region',
    parse: parse.bareAddress,
    description: 'Address of another service that speaks S3, such as `https://s3.campus.edu`',
  },
  PRIMARY_URL: {
    group: 'A second machine',
    parse: parse.primaryOrigin,
    description:
      'For `quad serve --follow`: where this follower reaches the primary: an https origin of its own, or http to a tunnel on this machine',
  },
  FOLLOW_ALONE_SECONDS: {
    default: '60',
    parse: parse.wholeNumber(5, 3_600),
    description: 'How long a follower goes on answering reads from its copy while the primary does not answer',
  },
  PRIMARY_CLAIMS: {
    parse: parse.place,
    description:
      'Where servers that take over from each other keep which one is primary: a folder that exists and that all reach, or `s3://bucket/prefix` (`docs/operating.md#litestream`)',
  },
  ACK: {
    default: 'disk',
    parse: parse.oneOf('disk', 'replicated'),
    description:
      '`replicated`: a write is answered with 2xx once Litestream has it at the replica, and this server is still the primary; `disk`: once it is on disk',
  },
  LITESTREAM_SOCKET: {
    default: '/var/run/litestream.sock',
    parse: parse.directory,
    description: 'Control socket of Litestream (`socket` in its configuration), for `ACK=replicated`',
  },
  LOG_LEVEL: {
    group: 'Logs, metrics and traces',
    default: 'info',
    parse: parse.oneOf('debug', 'info', 'warn', 'error', 'silent'),
    description: '`debug`, `info`, `warn`, `error` or `silent`',
  },
  LOG_FORMAT: {
    otherwise: '`pretty` on a terminal, else `json`',
    parse: parse.oneOf('pretty', 'json'),
    description: '`pretty` or `json`',
  },
  ACCESS_LOG: {
    default: 'on',
    parse: parse.onOff,
    description: '`off`: no line for each request in the log; warnings, errors and metrics stay',
  },
  METRICS_TOKEN: {
    parse: parse.token(16),
    secret: true,
    description: 'Bearer token for `GET /metrics`, 16 characters or more; without it there is no such page',
  },
  TRACEPARENT_TO: {
    otherwise: 'nobody',
    parse: parse.someOf('scorer', 'provider'),
    description:
      '`scorer`, `provider` or both, separated by commas: who gets the `traceparent` of a request; only what the campus runs itself',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    otherwise: 'no traces are made',
    parse: parse.bareAddress,
    description: 'Address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    parse: parse.headers,
    secret: true,
    description: 'Headers for it, such as `authorization=Basic%20…`, separated by commas, their values percent-encoded',
  },
  WEBHOOK_PRIVATE_NETWORKS: {
    group: 'Seldom',
    otherwise: 'none',
    parse: parse.networks,
    description:
      'Networks that are not of the internet and that webhooks may go to, such as `10.1.0.0/16`, separated by commas',
  },
  RATE_LIMITS: { default: 'on', parse: parse.onOff, description: '`off` for benchmarks only' },
} as const satisfies Record<string, Variable>

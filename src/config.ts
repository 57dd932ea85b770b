import { type Environment, readEnvironment, type Values } from './config/environment'
import { lazy } from './config/lazy'
import { isLoopback, isLoopbackHost } from './config/parse'

/** Of who reads and writes the buckets. */
export type BucketCredentials = {
  accessKeyId: string
  secretAccessKey: string
  region: string
  endpoint: string | undefined
}

export type Config = ReturnType<typeof compose>

/** All problems of the environment, one sentence each, without secrets. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'))
  }
}

/** The configuration of an environment; an empty variable counts as not set. @throws ConfigError with all problems */
export function readConfig(environment: Environment, terminal = process.stdout.isTTY === true): Config {
  const { values, problems } = readEnvironment(environment)
  if (problems.length > 0) throw new ConfigError(problems)
  return compose(values, terminal)
}

/** Shown where the pattern fits it and the operator gave no other. */
const ENROLLMENT_EXAMPLE = '20231234'

const MEGABYTE = 1_000_000
const BACKUP_EVERY_MS = 86_400_000

const TOXICITY_SERVICES = {
  off: undefined,
  openai: 'https://api.openai.com/v1/moderations',
  perspective: 'https://commentanalyzer.googleapis.com/v1alpha1/comments:analyze',
}

function compose(v: Values, terminal: boolean) {
  const publicUrl = v.PUBLIC_URL ?? new URL(`http://localhost:${v.PORT}`).origin
  const s3: BucketCredentials = {
    accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
    region: v.S3_REGION,
    endpoint: v.S3_ENDPOINT,
  }
  const maxLogBytes = v.WAL_LIMIT_MB * MEGABYTE
  return {
    host: v.HOST,
    port: v.PORT,
    dataDir: v.DATA_DIR,
    /** An origin, without a slash at its end. */
    publicUrl,
    /** Users connect over https. */
    secure: publicUrl.startsWith('https:'),
    /** Users and server are on one machine: a trial, not an installation. */
    loopback: isLoopback(publicUrl),
    /** Nobody else reaches the server, either: passwords stay on the machine. */
    local: isLoopback(publicUrl) && isLoopbackHost(v.HOST),
    /** Where a follower reaches the primary. */
    primaryUrl: v.PRIMARY_URL,
    followAloneMs: v.FOLLOW_ALONE_SECONDS * 1000,
    secret: v.SECRET,
    /** Addresses are sealed for it instead of under the server's key. */
    addressRecipient: v.ADDRESS_RECIPIENT,
    backupRecipient: v.BACKUP_RECIPIENT,
    /** Undefined: Quad makes no backups by itself. */
    backups: v.BACKUP_TO ? { to: v.BACKUP_TO, everyMs: BACKUP_EVERY_MS, keep: v.BACKUP_KEEP, s3 } : undefined,
    /** What a write waits for before it is answered. */
    ack: v.ACK,
    litestreamSocket: v.LITESTREAM_SOCKET,
    /** Undefined: nothing says that another server has taken over. */
    primaryClaims: v.PRIMARY_CLAIMS ? { at: v.PRIMARY_CLAIMS, s3 } : undefined,
    trustProxy: v.TRUST_PROXY,
    corsOrigins: v.CORS_ORIGINS ?? [],
    cookieDomain: v.COOKIE_DOMAIN,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `Quad <no-reply@${mailHost(publicUrl)}>`,
    mailPerHour: v.MAIL_PER_HOUR,
    campus: v.CAMPUS_NAME
      ? { name: v.CAMPUS_NAME, domain: v.CAMPUS_DOMAIN!, city: v.CAMPUS_CITY!, state: v.CAMPUS_STATE! }
      : undefined,
    admin: v.ADMIN_EMAIL ? { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD! } : undefined,
    /** Matches the whole local part or nothing. */
    enrollmentPattern: v.ENROLLMENT_PATTERN,
    enrollmentExample: [v.ENROLLMENT_EXAMPLE ?? ENROLLMENT_EXAMPLE].find((each) => v.ENROLLMENT_PATTERN.test(each)),
    idp: v.IDP_ISSUER
      ? { issuer: v.IDP_ISSUER, clientId: v.IDP_CLIENT_ID!, clientSecret: v.IDP_CLIENT_SECRET! }
      : undefined,
    toxicity: {
      provider: v.TOXICITY_PROVIDER,
      url: v.TOXICITY_URL ?? TOXICITY_SERVICES[v.TOXICITY_PROVIDER],
      model: v.TOXICITY_MODEL,
      apiKey: v.TOXICITY_API_KEY,
      timeoutMs: v.TOXICITY_TIMEOUT_MS,
    },
    notifications: v.NOTIFICATIONS,
    rateLimits: v.RATE_LIMITS,
    synchronous: v.SYNCHRONOUS,
    walLimits: { warnBytes: maxLogBytes / 4, maxBytes: maxLogBytes },
    profileImageMaxBytes: v.PROFILE_IMAGE_MAX_BYTES,
    minGroup: v.MIN_GROUP,
    /** 0: a membership never ends. */
    reverifyMonths: v.REVERIFY_MONTHS,
    indexing: v.INDEXING,
    logLevel: v.LOG_LEVEL,
    logFormat: v.LOG_FORMAT ?? (terminal ? 'pretty' : 'json'),
    /** A line for each request. */
    accessLog: v.ACCESS_LOG,
    /** Who gets traces of what Quad does; undefined: nobody. */
    collector: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        }
      : undefined,
    /** Who gets `traceparent`. */
    traceparentTo: v.TRACEPARENT_TO ?? [],
    webhookPrivateNetworks: v.WEBHOOK_PRIVATE_NETWORKS ?? [],
    metricsToken: v.METRICS_TOKEN,
  }
}

/** With an IP address instead of a domain, mail comes from localhost. */
function mailHost(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}

/** How this process says that its configuration is wrong; a command that prints JSON says it otherwise. */
export const configComplaint: { say: (text: string) => void } = { say: (text) => console.error(text) }

/** The configuration of this process, read at its first use; a wrong one ends the process with status 2. */
export const config: Config = lazy(() => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.problems.map((each) => `- ${each}`)
    configComplaint.say(['Quad cannot start with this configuration:', ...problems].join('\n'))
    process.exit(2)
  }
})

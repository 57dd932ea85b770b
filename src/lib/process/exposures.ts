import { statSync } from 'node:fs'
import type { Config } from '../../config'
import { isLoopback } from '../../config/parse'

/** A setting that is legal, and with which an installation does not keep what Quad promises. */
export type Exposure = { what: string; explanation: string }

/** What the configuration and the data directory leave open. The start logs it, and `doctor` reports it. */
export function* exposures(config: Config): Generator<Exposure> {
  const { host, publicUrl, secure, local, smtpUrl, rateLimits, dataDir, toxicity, backups, collector } = config
  if (!secure && !local)
    yield {
      what: 'https',
      explanation: `PUBLIC_URL is ${publicUrl} and HOST is ${host}: passwords and sessions cross the network for anybody to read`,
    }
  if (secure && !smtpUrl)
    yield {
      what: 'https without mail',
      explanation:
        'users come over https, yet SMTP_URL is not set: their codes are files in the outbox and reach nobody',
    }
  if (toxicity.url?.startsWith('http:') && !isLoopback(toxicity.url))
    yield {
      what: 'scores without https',
      explanation: 'TOXICITY_URL is http: texts cross the network for anybody to read before they are published',
    }
  if (collector?.endpoint.startsWith('http:') && !isLoopback(collector.endpoint))
    yield {
      what: 'traces without https',
      explanation:
        'OTEL_EXPORTER_OTLP_ENDPOINT is http: headers of the collector and times of requests cross the network for anybody to read',
    }
  if (backups?.to.kind === 's3' && config.backupRecipient === undefined)
    yield {
      what: 'backups in the clear',
      explanation:
        'BACKUP_TO is a bucket and BACKUP_RECIPIENT is not set: whoever runs the bucket can read what people write',
    }
  if (!rateLimits)
    yield {
      what: 'rate limits',
      explanation: 'RATE_LIMITS=off: anybody may try passwords and flood this server; for benchmarks only',
    }
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o007) !== 0)
    yield {
      what: 'data directory',
      explanation: `others on this machine may enter ${dataDir}: chmod 700 keeps them out`,
    }
}

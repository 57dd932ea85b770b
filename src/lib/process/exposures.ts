import { statSync } from 'node:fs'
import type { Config } from '../../config'
import { isLoopback } from '../../config/parse'

/** A setting that is legal, and with which an installation does not keep what Quad promises. */
type Exposure = { what: string; explanation: string }

/** What the configuration and the data directory leave open. The start logs it, and `doctor` reports it. */
export function exposures(config: Config): Exposure[] {
  const { host, publicUrl, secure, local, smtpUrl, rateLimits, dataDir, toxicity, backups, collector } = config
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0
  const all: [is: boolean, what: string, explanation: string][] = [
    [
      !secure && !local,
      'https',
      `PUBLIC_URL is ${publicUrl} and HOST is ${host}: passwords and sessions cross the network for anybody to read`,
    ],
    [
      secure && !smtpUrl,
      'https without mail',
      'users come over https, yet SMTP_URL is not set: their codes are files in the outbox and reach nobody',
    ],
    [
      isOpen(toxicity.url),
      'scores without https',
      'TOXICITY_URL is http: texts cross the network for anybody to read before they are published',
    ],
    [
      isOpen(collector?.endpoint),
      'traces without https',
      'OTEL_EXPORTER_OTLP_ENDPOINT is http: headers of the collector and times of requests cross the network for anybody to read',
    ],
    [
      backups?.to.kind === 's3' && config.backupRecipient === undefined,
      'backups in the clear',
      'BACKUP_TO is a bucket and BACKUP_RECIPIENT is not set: whoever runs the bucket can read what people write',
    ],
    [
      !rateLimits,
      'rate limits',
      'RATE_LIMITS=off: anybody may try passwords and flood this server; for benchmarks only',
    ],
    [(mode & 0o007) !== 0, 'data directory', `others on this machine may enter ${dataDir}: chmod 700 keeps them out`],
  ]
  return all.filter(([is]) => is).map(([, what, explanation]) => ({ what, explanation }))
}

const isOpen = (url: string | undefined): boolean => url?.startsWith('http:') === true && !isLoopback(url)

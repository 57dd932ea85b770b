/** What a user agent reveals. */
type Device = { browser: string | undefined; system: string | undefined }

type Sign = readonly [name: string, pattern: RegExp]

/** The first match wins: browsers also claim to be the ones that they descend from. */
const BROWSERS: readonly Sign[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUC ?Browser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
]

const SYSTEMS: readonly Sign[] = [
  ['KaiOS', /\bKAIOS\//],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What people would call the device. It is what the browser claims, not a proof. */
export function parseUserAgent(userAgent: string | null): Device {
  const named = (signs: readonly Sign[]) => signs.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}

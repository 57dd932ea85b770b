import type { Mail } from './message'

type Otp = { to: string; otp: string; campus: string; minutes: number; purpose: 'registration' | 'login' }

/** The code stands alone on its line, and not in the subject, which shows on locked phones. */
export function otpMail({ to, otp, campus, minutes, purpose }: Otp): Mail {
  const what = purpose === 'registration' ? 'finish your registration' : 'sign in'
  const noun = purpose === 'registration' ? 'registration code' : 'sign-in code'
  return compose(to, `Your ${noun} for ${campus}`, [
    `Enter this code to ${what} at ${campus}:`,
    { code: otp },
    `It is valid for ${minutes} minutes and works once. Nobody of ${campus} will ever ask you for it.`,
    'If you did not ask for it, ignore this mail: without the code nothing happens.',
  ])
}

export function resetMail({ to, link, campus }: { to: string; link: string; campus: string }): Mail {
  return compose(to, `Reset your password for ${campus}`, [
    `Somebody, hopefully you, asked to reset your password at ${campus}. Open this link to choose a new one:`,
    { link, label: 'Choose a new password' },
    'It is valid for one hour and works once.',
    'If you did not ask for it, ignore this mail: your password stays as it is.',
  ])
}

export function collegeApprovedMail({
  to,
  college,
  publicUrl,
}: {
  to: string
  college: string
  publicUrl: string
}): Mail {
  return compose(to, `${college} is on Quad`, [
    `You asked for ${college} to be added. It is there now, and you and your fellow students can register:`,
    { link: publicUrl, label: 'Open Quad' },
  ])
}

/** `at` is a time as the database writes it. */
export function passwordChangedMail({ to, campus, at }: { to: string; campus: string; at: string }): Mail {
  return compose(to, `Your password for ${campus} was changed`, [
    `The password of your account at ${campus} was changed on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC, and all other sessions were signed out.`,
    'If that was not you, reset your password at once: whoever did it can read your account.',
  ])
}

export function testMail({ to, campus }: { to: string; campus: string }): Mail {
  return compose(to, `Test mail from ${campus}`, [
    `This is a test of ${campus}: mail reaches you.`,
    'There is nothing to do.',
  ])
}

type Block = string | { code: string } | { link: string; label: string }

function compose(to: string, subject: string, blocks: Block[]): Mail {
  const title = oneLine(subject)
  return {
    to,
    subject: title,
    text: `${blocks.map(asText).join('\n\n')}\n`,
    html: page(title, blocks.map(asHtml).join('\n')),
  }
}

/** Names are typed by people; a subject is one line. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function asText(block: Block): string {
  if (typeof block === 'string') return oneLine(block)
  return 'code' in block ? block.code : block.link
}

const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const CODE = 'margin:0 0 16px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none'

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p style="${PARAGRAPH}">${Bun.escapeHTML(oneLine(block))}</p>`
  if ('code' in block) return `<p style="${CODE}">${Bun.escapeHTML(block.code)}</p>`
  const link = Bun.escapeHTML(block.link)
  return `<p style="${PARAGRAPH}"><a href="${link}" style="${BUTTON}">${Bun.escapeHTML(block.label)}</a></p>
<p style="${PARAGRAPH};word-break:break-all"><a href="${link}">${link}</a></p>`
}

/** One column, nothing to load, readable on a phone and in the dark. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${Bun.escapeHTML(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`
}

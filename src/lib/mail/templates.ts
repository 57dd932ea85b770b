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

/** The reason is in the words of whoever decided. */
export function collegeRejectedMail({ to, college, reason }: { to: string; college: string; reason: string }): Mail {
  return compose(to, `${college} was not added to Quad`, [
    `You asked for ${college} to be added. It was not, for this reason:`,
    reason,
    'If things have changed, you may ask again.',
  ])
}

/** `at` is a time as the database writes it. */
export function passwordChangedMail({ to, campus, at }: { to: string; campus: string; at: string }): Mail {
  return compose(to, `Your password for ${campus} was changed`, [
    `The password of your account at ${campus} was changed on ${moment(at)}, and all other sessions were signed out.`,
    'If that was not you, reset your password at once: whoever did it can read your account.',
  ])
}

type Removal = { to: string; campus: string; what: 'post' | 'comment'; title: string; reason: string | null }

/** `title` is the post's, for a comment that of the post it was on: nothing else of a text goes out by mail. */
export function contentRemovedMail({ to, campus, what, title, reason }: Removal): Mail {
  const named = what === 'post' ? `Your post “${title}”` : `Your comment on “${title}”`
  return compose(to, `Your ${what} at ${campus} was removed`, [
    `${named} was removed by the moderators of ${campus}${reason === null ? '.' : ', for this reason:'}`,
    ...(reason === null ? [] : [reason]),
    'Nobody but the moderators can read it any more.',
  ])
}

type Suspended = { to: string; campus: string; reason: string; ends: string }

/** `ends` is a time as the database writes it. */
export function suspendedMail({ to, campus, reason, ends }: Suspended): Mail {
  return compose(to, `Your account at ${campus} is suspended`, [
    `The moderators of ${campus} have suspended your account until ${moment(ends)}, for this reason:`,
    reason,
    'Until then you can read, but not post, comment, vote, bookmark or report. The suspension ends by itself.',
  ])
}

export function blockedMail({ to, campus, reason }: { to: string; campus: string; reason: string | null }): Mail {
  return compose(to, `Your account at ${campus} is blocked`, [
    `The moderators of ${campus} have blocked your account from taking part${reason === null ? '.' : ', for this reason:'}`,
    ...(reason === null ? [] : [reason]),
    'You can sign in and read, but not post, comment, vote, bookmark or report until the block is lifted.',
  ])
}

/** After a block or a suspension that was lifted before its time. */
export function sanctionLiftedMail({ to, campus }: { to: string; campus: string }): Mail {
  return compose(to, `You can take part at ${campus} again`, [
    `The moderators of ${campus} have lifted what kept your account from taking part. You can post, comment and vote again.`,
  ])
}

const moment = (at: string): string => `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`

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

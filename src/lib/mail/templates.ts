import { config } from '../../config'
import { type MessageOrKey, message, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import { campusColors } from '../text/campus-colors'
import type { Mail } from './message'

/** Whom a mail is for, and the campus whose it is. */
export type Recipient = { to: string; language: Language; campus: { name: string; hue: number | null } }

type Block = MessageOrKey | { typed: string } | { code: string } | { link: string; label: MessageOrKey }
type Words = [subject: MessageOrKey, ...blocks: Block[]]

/** A mail that says so: its subject, and then the blocks of its text. */
const mail =
  <More>(words: (more: More, campus: string, language: Language) => Words) =>
  (recipient: Recipient, more: More): Mail =>
    compose(recipient, words(more, recipient.campus.name, recipient.language))

/** Six digits as they are, more in groups of four, which can be typed with or without the spaces. */
const inGroups = (otp: string): string => (otp.length > 6 ? otp.replace(/\d{4}(?=\d)/g, '$& ') : otp)

const CODE_WORDS = {
  registration: ['mails.signUpCodeSubject', 'mails.signUpCode'],
  login: ['mails.signInCodeSubject', 'mails.signInCode'],
  link: ['mails.linkCodeSubject', 'mails.linkCode'],
  membership: ['mails.membershipCodeSubject', 'mails.membershipCode'],
} as const

/** The code stands alone on its line, and not in the subject, which shows on locked phones. */
export const otpMail = mail<{ otp: string; minutes: number; purpose: keyof typeof CODE_WORDS }>((code, campus) => {
  const { otp, minutes, purpose } = code
  const [subject, intro] = CODE_WORDS[purpose]
  return [
    message(subject, { campus }),
    message(intro, { campus }),
    { code: inGroups(otp) },
    message('mails.codeTerms', { count: minutes, campus }),
    'mails.codeNotYou',
  ]
})

/** Before a membership ends. It says nothing of the account: others may read along in the mailbox. */
export const membershipMail = mail<{ endsAt: string }>(({ endsAt }, campus, language) => {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(endsAt) - 1)
  return [
    message('mails.membershipSubject', { campus }),
    message('mails.membership', { campus, day }),
    'mails.membershipAfter',
    { link: `${config.publicUrl}/settings#membership`, label: 'mails.membershipButton' },
  ]
})

export const resetMail = mail<{ link: string }>(({ link }, campus) => [
  message('mails.resetSubject', { campus }),
  message('mails.reset', { campus }),
  { link, label: 'mails.resetButton' },
  'mails.resetTerms',
  'mails.resetNotYou',
])

export const signUpApprovedMail = mail<void>((_, campus) => [
  message('mails.signUpApprovedSubject', { campus }),
  message('mails.signUpApproved', { campus }),
  { link: `${config.publicUrl}/join`, label: 'mails.signUpApprovedButton' },
  'mails.signUpApprovedTerms',
])

/** The reason is in the words of the moderator. */
export const signUpRefusedMail = mail<{ reason: string }>(({ reason }, campus) => [
  message('mails.signUpRefusedSubject', { campus }),
  message('mails.signUpRefused', { campus }),
  { typed: reason },
  'mails.signUpRefusedAgain',
])

export const collegeApprovedMail = mail<{ college: string }>(({ college }) => [
  message('mails.collegeApprovedSubject', { college }),
  message('mails.collegeApproved', { college }),
  { link: config.publicUrl, label: 'mails.collegeApprovedButton' },
])

export const collegeRejectedMail = mail<{ college: string; reason: string }>(({ college, reason }) => [
  message('mails.collegeRejectedSubject', { college }),
  message('mails.collegeRejected', { college }),
  { typed: reason },
  'mails.collegeRejectedAgain',
])

/** To superadmins: somebody gave a domain to a college. */
export const collegeAlertMail = mail<{
  kind: 'created' | 'approved' | 'domain_changed'
  college: string
  domain: string
  domainBefore: string
  by: string | null
}>(({ kind, college, domain, domainBefore, by }, campus) => {
  const said = {
    created: message('mails.collegeCreated', { college, domain }),
    approved: message('mails.collegeRequestApproved', { college, domain }),
    domain_changed: message('mails.collegeDomainChanged', { college, before: domainBefore, domain }),
  }
  return [
    message('mails.collegeAlertSubject', { campus, college }),
    said[kind],
    by === null ? 'mails.collegeAlertByOperator' : message('mails.collegeAlertBy', { by }),
    'mails.collegeAlertWhy',
    { link: `${config.publicUrl}/console`, label: 'mails.collegeAlertButton' },
  ]
})

/** To superadmins: what went wrong is in the console, and not in mailboxes. */
export const backupMail = mail<{ provenAt: string | null }>(({ provenAt }, campus) => [
  message('mails.backupSubject', { campus }),
  'mails.backup',
  provenAt === null ? 'mails.backupNever' : message('mails.backupLast', { at: new Date(provenAt) }),
  { link: `${config.publicUrl}/console`, label: 'mails.collegeAlertButton' },
])

export const passwordChangedMail = mail<{ at: Date }>(({ at }, campus) => [
  message('mails.passwordChangedSubject', { campus }),
  message('mails.passwordChanged', { campus, at }),
  'mails.passwordNotYou',
])

const PASSKEY_WORDS = {
  added: ['mails.passkeyAddedSubject', 'mails.passkeyAdded'],
  removed: ['mails.passkeyRemovedSubject', 'mails.passkeyRemoved'],
} as const

export const passkeysChangedMail = mail<{ at: Date; change: keyof typeof PASSKEY_WORDS }>(({ at, change }, campus) => {
  const [subject, text] = PASSKEY_WORDS[change]
  return [message(subject, { campus }), message(text, { campus, at }), 'mails.passkeyNotYou']
})

export const emailRevealedMail = mail<{ at: Date; reason: string }>(({ at, reason }, campus) => [
  message('mails.emailRevealedSubject', { campus }),
  message('mails.emailRevealed', { campus, at }),
  { typed: reason },
  'mails.emailRevealedTerms',
  { link: `${config.publicUrl}/settings#notices`, label: 'mails.newsButton' },
])

const news = (text: 'mails.news' | 'mails.accountNews') =>
  mail<void>((_, campus) => [
    message('mails.newsSubject', { campus }),
    message(text, { campus }),
    { link: `${config.publicUrl}/settings#notices`, label: 'mails.newsButton' },
  ])

/** After a decision of moderators. Whoever reads along in the mailbox learns neither what it is nor what it is about. */
export const newsMail = news('mails.news')

/** Of the account itself, which Quad says once somebody has signed in. */
export const accountNewsMail = news('mails.accountNews')

const digest = mail<readonly string[]>((titles, campus) => [
  message('mails.digestSubject', { campus }),
  message('mails.digest', { campus }),
  ...titles.map((title) => ({ typed: `• ${title}` })),
  { link: config.publicUrl, label: 'mails.digestButton' },
  'mails.digestOff',
])

/** Titles alone, which everybody can read without signing in. */
export const digestMail = (recipient: Recipient, titles: readonly string[], unsubscribe: string): Mail => ({
  ...digest(recipient, titles),
  unsubscribe,
})

export const testMail = mail<void>((_, campus) => [
  message('mails.testSubject', { campus }),
  message('mails.test', { campus }),
  'mails.testNothing',
])

const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const CODE = 'margin:0 0 16px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'
const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none'
const BANNER = 'margin:0 0 24px;padding:16px 20px;border-radius:12px;color:#ffffff;font-size:18px;font-weight:700'

/** Names are typed by people; a subject is one line. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A mail of these blocks, as text and as HTML, below the name on the campus's sky, as above its pages. */
function compose({ to, language, campus }: Recipient, [subject, ...blocks]: Words): Mail {
  const { sky, accent, onAccent } = campusColors(campus.hue)
  const inWords = (text: MessageOrKey) => oneLine(resolveMessage(text, language))
  const written = blocks.map((block): [text: string, html: string] => {
    if (typeof block === 'object' && 'code' in block)
      return [block.code, `<p style="${CODE}">${Bun.escapeHTML(block.code)}</p>`]
    if (typeof block === 'object' && 'link' in block) {
      const [link, label] = [block.link, inWords(block.label)].map((each) => Bun.escapeHTML(each))
      return [
        block.link,
        `<p style="${PARAGRAPH}"><a href="${link}" style="${BUTTON};background:${accent};color:${onAccent}">${label}</a></p>
<p style="${PARAGRAPH};word-break:break-all"><a href="${link}">${link}</a></p>`,
      ]
    }
    const words = typeof block === 'object' && 'typed' in block ? oneLine(block.typed) : inWords(block)
    return [words, `<p style="${PARAGRAPH}">${Bun.escapeHTML(words)}</p>`]
  })
  const title = inWords(subject)
  const banner = `<p style="${BANNER};background:${sky}">${Bun.escapeHTML(oneLine(campus.name))}</p>\n`
  return {
    to,
    subject: title,
    text: `${written.map(([text]) => text).join('\n\n')}\n`,
    html: page(language, title, banner + written.map(([, html]) => html).join('\n')),
  }
}

/** One column, nothing to load, readable on a phone and in the dark. */
function page(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
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

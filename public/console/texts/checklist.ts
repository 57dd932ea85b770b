import { catalogue } from '../../app/texts/catalogue'

/** What a new Quad lacks before students come. */
const english = {
  list: {
    title: 'Before students come',
    lead: 'Each point ticks itself when it’s true, and loses the tick when it no longer is.',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    open: 'To do',
    hide: 'Hide this list',
    hidden: 'Hidden. Settings can show it again.',
  },
  names: {
    mail: 'Email really arrives',
    addresses: 'Student emails get in',
    pages: 'Rules and contact',
    look: 'Color or logo',
    moderators: 'Moderators',
    posts: 'First posts',
    backup: 'Backups',
    poster: 'Poster with QR code',
  },
  acts: {
    mail: 'Test email',
    addresses: 'Try emails',
    pages: 'Write them',
    look: 'Choose them',
    moderators: 'Invite someone',
    posts: 'Write a post',
    backup: 'Read the guide',
    poster: 'Make the poster',
  },
  states: {
    mail: {
      done: 'The mail server accepted an email to you.',
      untried: 'Nobody has tried this mail server yet.',
      failed: 'The last test wasn’t sent.',
      no_server: 'There’s no mail server yet. The operator sets SMTP_URL.',
    },
    addresses: {
      done: 'Samples were tried, and some could join.',
      untried: 'Nobody has tried the email pattern in use.',
      none_accepted: 'None of the samples you tried could join.',
    },
    pages: {
      done: 'Both pages are in your own words.',
      no_rules: 'The rules are still the standard ones.',
      no_contact: 'The contact page names nobody yet.',
      neither: 'Both pages still have the standard text.',
    },
    look: { done: 'Your campus has a look of its own.', plain: 'Your Quad looks like any other.' },
    moderators: { done: 'Somebody else can moderate, too.', alone: 'You’re the only one who can moderate.' },
    posts: { done: 'There’s something to read.', few: 'Write three, so that nobody finds an empty page.' },
    backup: {
      done: 'One was restored and checked.',
      none_yet: 'Backups are on, but none has been proven yet.',
      off: 'Off. The operator sets BACKUP_TO and BACKUP_RECIPIENT.',
    },
    poster: {
      done: 'It’s made.',
      unmade: 'Hang it up where students wait.',
      changed: 'Your address has changed since. Make a new one.',
      local: 'Students can’t reach this address. The operator sets PUBLIC_URL.',
    },
  },
  page: {
    title: 'Poster',
    lead: 'One A4 page. Whoever scans the code comes to the page where students join.',
    print: 'Print or save as PDF',
    saveCode: 'Save the QR code',
    local:
      'This address is for this server alone, so nobody who scans the code gets anywhere. The operator sets PUBLIC_URL.',
    code: (address: string) => `QR code of ${address}`,
    superadminsOnly: 'Only superadmins make the poster.',
    toList: 'Back to the overview',
  },
  /** On the sheet, whatever language the page is in. */
  sheet: {
    english: 'Ask, rant, recommend and argue with your campus, without your real name.',
    hindi: 'अपने कैंपस से पूछें, भड़ास निकालें, सुझाएँ और बहस करें, बिना असली नाम बताए।',
  },
}

export const checklistText = catalogue(english, () => import('./hi/checklist').then(({ hindi }) => hindi))

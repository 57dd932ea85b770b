import { catalogue } from './catalogue'

/** The first run, by whoever runs this Quad. */
const english = {
  missing: {
    title: 'This server isn’t set up yet',
    how: 'Admins: the setup link is in the server log. It lasts one hour; restart for a new one.',
  },
  page: {
    title: 'Set up your Quad',
    lead: 'Tell us about your campus, then create your admin account.',
    noToken: 'Open this page with the setup link',
    noTokenHow: 'Find the setup link in the server log (valid one hour). Reloaded? Open the link again.',
    already: 'This Quad is already set up',
    alreadyHow: 'It has a superadmin. To make another admin, run this on the server:',
    ready: (campus: string) => `${campus} is ready`,
    made: 'Campus and superadmin created:',
    next: 'Next steps',
    students: (domain: string) => `Students can join with an email that ends in @${domain}.`,
    checklist: 'See what’s left to do',
    signIn: 'Sign in',
    signInHow: 'with the email and password you just chose.',
    guide: 'The operator’s guide',
    guideHow: 'covers backups, mail and updates.',
    expired: 'This setup link has expired',
    expiredHow: 'Setup links last one hour. Restart the server and open the new link from its log.',
  },
  form: {
    campus: 'Campus',
    name: 'Name',
    domain: 'Students’ email domain',
    domainHint: 'The part after the @, such as students.example.edu',
    city: 'City',
    state: 'State',
    branches: 'Branches',
    branchesHint: 'One per line, code first: CSE Computer Science',
    superadmin: 'Superadmin',
    email: 'Your email',
    password: 'Your password',
    collegeDomains: 'Only superadmins decide about colleges',
    collegeDomainsHint: 'Admins can’t add colleges or change email domains. You can change this later in the settings.',
    notifications: 'Notifications (recommended)',
    notificationsHint: 'People hear of replies and of what they follow. You can change this later in the settings.',
    transparency: 'Moderation in numbers (recommended)',
    transparencyHint:
      'Anybody can read by month how much was removed and decided. You can change this later in the settings.',
    submit: 'Set up Quad',
    testMail: 'Send test email',
    testMailSending: 'Sending…',
    testMailSent: 'Test email sent.',
    testMailInFile: (file: string) =>
      `No mail server is set up, so it reaches nobody. It’s in a file on the server: ${file} in the data directory.`,
    testMailAddress: 'Enter your email first',
  },
}

export const setupText = catalogue(english, () => import('./hi/setup').then(({ hindi }) => hindi))

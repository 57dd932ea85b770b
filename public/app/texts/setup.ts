import { catalogue } from './catalogue'

/** The first run, by whoever runs this Quad. */
const english = {
  page: {
    title: 'Set up your Quad',
    lead: 'Two things are needed: the campus that this Quad is for, and you, who runs it.',
    noToken: 'Open this page with the set-up link',
    noTokenHow:
      'The server prints the link into its log at each start, as long as there is no superadmin. It holds for one hour. If you have reloaded this page, open the link once more.',
    already: 'This Quad is set up already',
    alreadyHow:
      'It has a superadmin, so the set-up is closed. Another administrator is made on the server itself, with',
    ready: (campus: string) => `${campus} is ready`,
    made: 'The campus and the superadmin account are made:',
    next: 'What is next',
    students: (domain: string) => `Students can join with an address that ends in @${domain}.`,
    signIn: 'Sign in',
    signInHow: 'with the address and the password that you have just given.',
    guide: 'The guide for operators',
    guideHow: 'tells of backups, mail and updates.',
    spent: 'The set-up link no longer works',
    spentHow:
      'It holds for one hour, and each start of the server replaces it. Restart the server and open the new link from its log.',
  },
  form: {
    campus: 'The campus',
    name: 'Name',
    domain: 'E-mail domain of the students',
    domainHint: 'What stands behind the @ in their addresses: students.example.edu',
    city: 'City',
    state: 'State',
    branches: 'Branches',
    branchesHint: 'What one can study here, one a line, its code first: CSE Computer Science',
    superadmin: 'The superadmin',
    email: 'Your e-mail address',
    password: 'Your password',
    submit: 'Set up this Quad',
    testMail: 'Send a test mail there',
    testMailSending: 'Sending …',
    testMailSent: 'Test email sent.',
    testMailAddress: 'A test mail needs an address to go to',
  },
}

export const setupText = catalogue(english, () => import('./hi/setup').then(({ hindi }) => hindi))

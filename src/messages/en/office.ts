/** What an operator sends to the IT office, by what the checks of mail found. */
export const office = {
  greeting: 'Hello,',
  about:
    'we run Quad, a community for students, at {url}. It sends sign-in codes and a few notices as {from}, at most {limit} emails an hour.',
  server: 'It hands its mail to {host}.',
  noServer:
    'It has no mail server yet. Please give us one that may send as {from}: host, port, user, password, encrypted.',
  ask: 'For these emails to arrive, please help with the following:',
  connection: 'We can’t reach {host} from our machine. Please check its firewall and ours.',
  TLS: 'The connection to {host} isn’t encrypted in a way that we can trust. Please check its certificate and STARTTLS.',
  login: '{host} doesn’t accept our user or password. Please check the account.',
  sender: '{host} takes no mail from {from}. Please allow our account to send as this address.',
  domain: '{domain} has no mail server (MX) in the DNS. Please add one, so that answers and errors get somewhere.',
  SPF: 'SPF: please name every server that sends mail for {domain} in its one TXT record that begins with “v=spf1”.',
  DKIM: 'DKIM: please have emails from {domain} signed, and publish the key at SELECTOR._domainkey.{domain}.',
  DMARC: 'DMARC: please publish a policy at _dmarc.{domain}; “v=DMARC1; p=none” is a start.',
  message: 'A test email was not accepted. Please look into the log of {host}.',
  arrival: 'A test email arrived, but its checks (SPF, DKIM, DMARC) didn’t all pass. Please look into its headers.',
  well: 'As far as we can see from outside, everything is in place. If our emails end up in spam, please tell us why.',
  thanks: 'Thank you!',
} as const

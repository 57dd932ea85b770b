export const accounts = {
  missing: 'This account doesn’t exist.',
  noneWithEmail: 'No account has this email.',
  cannotBlockYourself: 'You can’t block yourself',
  branchOrLanguage: 'Send a branch or a language',
  lastSuperadmin: 'This is the last superadmin. Make someone else superadmin first.',
  noCollegeForAdmin: 'There’s no college yet, and every admin belongs to one. Add it first.',
} as const

export const auth = {
  emailRequired: 'Enter your email',
  passwordRequired: 'Enter your password',
  codeRequired: 'Enter the code from the email',
  notAnEmail: 'That’s not an email. Check it and try again.',
  studentEmail: 'Use your student email: your enrollment number before the @.',
  otherEmail: 'This isn’t the email you signed up with',
  alreadyVerified: 'Your email is already verified. Finish signing up.',
  signUpExpired: 'Your sign-up timed out. Start over.',
  tooManyCodes: 'We’ve sent you too many codes. Wait a little before asking for another.',
  tooManyCodesHour: 'You’ve asked for too many codes. Try again in an hour.',
  tooManyPasswords: 'Too many failed sign-ins. Wait a little, or sign in with a code.',
  tooManyWrongCodes: 'Too many wrong codes. Wait a little and try again.',
  passwordLength: 'Use {min} to {max} characters',
  passwordCommon: 'That password is too easy to guess',
  passwordIsEmail: 'Your password can’t be your email',
  currentPassword: 'Enter your current password. It’s missing or wrong.',
  passwordJustChanged: 'Your password was just changed elsewhere. Reload and try again.',
  untrustedRedirect: 'Must lead to this site',
  lastSuperadminLeaves: 'You’re the last superadmin. Make someone else superadmin before you go.',
} as const

export const setup = {
  done: 'Quad is already set up.',
  linkExpired: 'This setup link has expired. Restart Quad and use the new one from its log.',
} as const

/** What is said of accounts, colleges and the server itself. */
export const campus = {
  accounts: {
    missing: 'This account doesn’t exist.',
    noneWithEmail: 'No account has this email.',
    reveals: 'You’ve revealed 5 emails today. Try again later.',
    revealsInAll: 'Admins have revealed 20 emails today, which is the most. Try again later.',
    addressSearches: 'You’ve searched by email 10 times today. Try again later.',
    addressSearchesInAll: 'Admins have searched by email 100 times today, which is the most. Try again later.',
    cannotBlockYourself: 'You can’t block yourself',
    branchOrLanguage: 'Send a branch or a language',
    nameStays: 'Your Quad name stays as it is.',
    lastSuperadmin: 'This is the last superadmin. Make someone else superadmin first.',
    noCollegeForAdmin: 'There’s no college yet, and every admin belongs to one. Add it first.',
  },

  auth: {
    emailRequired: 'Enter your email',
    passwordRequired: 'Enter your password',
    codeRequired: 'Enter the code from the email',
    notAnEmail: 'That’s not an email. Check it and try again.',
    studentEmail: 'Use your student email, the one your college gave you.',
    studentEmailLike: 'Use your student email. It looks like {example}.',
    otherEmail: 'This isn’t the email you signed up with',
    alreadyVerified: 'Your email is already verified. Finish signing up.',
    signUpExpired: 'Your sign-up timed out. Start over.',
    tooManyCodes: 'We’ve sent you too many codes. Wait a little before asking for another.',
    tooManyCodesHour: 'You’ve asked for too many codes. Try again in an hour.',
    tooManyPasswords: 'Too many failed sign-ins. Wait a little, or sign in with a code.',
    tooManyWrongCodes: 'Too many wrong codes. Wait a little and try again.',
    linkExpired: 'This sign-in expired, or was begun in another browser. Sign in again.',
    noProviderForAdmins: 'Admins sign in with a password, a passkey or an emailed code.',
    tooManyAccounts: 'You’ve opened too many accounts with this email today. Try again tomorrow.',
    passwordLength: 'Use {min} to {max} characters',
    passwordCommon: 'That password is too easy to guess',
    passwordIsEmail: 'Your password can’t be your email',
    proofRequired: 'Send a password or a code',
    wrongProof: 'That didn’t work. Check what you entered, or ask for a new code.',
    passkeyUnfit: 'This passkey didn’t work. Try again, or sign in another way.',
    passkeyExists: 'This passkey was already added.',
    passkeyMissing: 'This passkey isn’t in your account.',
    noPasskey: 'You haven’t added a passkey.',
    tooManyPasskeys: 'You have too many passkeys. Remove one first.',
    lastPasskey: 'Admins here need a passkey, and this is your last one. Add another first.',
    currentPassword: 'Enter your current password. It’s missing or wrong.',
    passwordJustChanged: 'Your password was just changed elsewhere. Reload and try again.',
    untrustedRedirect: 'Must lead to this site',
    lastSuperadminLeaves: 'You’re the last superadmin. Make someone else superadmin before you go.',
  },

  setup: {
    done: 'Quad is already set up.',
    linkExpired: 'This setup link has expired. Restart Quad and use the new one from its log.',
  },

  push: {
    endpoint: 'This browser’s push address can’t be used.',
    keys: 'These push keys aren’t valid.',
  },

  digest: {
    unavailable: 'This server can’t read emails, so it can’t send a digest.',
    token: 'This link doesn’t work. Switch the digest off in your settings.',
  },

  webhooks: {
    missing: 'This webhook no longer exists.',
    deliveryMissing: 'This delivery no longer exists.',
    url: 'Enter a URL',
    https: 'Must start with https://',
    credentials: 'Leave out the user name and password',
    private: 'This address is in a private network. The operator can allow it.',
    tooMany: 'There are {max} webhooks already. Delete one first.',
    nothingToChange: 'Send at least one field to change.',
    disabled: 'This webhook is off. Switch it on first.',
    stillWaiting: 'This is still being sent.',
  },

  feedback: {
    missing: 'This feedback no longer exists.',
    type: 'Must be {types}',
  },

  colleges: {
    missing: 'This college doesn’t exist.',
    unknown: 'This college doesn’t exist',
    domain: 'Enter a domain like campus.edu, without the @',
    domainTaken: '{college} already has this email domain.',
    branchList: 'Must be a list of branch ids or codes',
    nothingToChange: 'Send at least one field to change.',
    hasUsers: 'People still belong to this college.',
    hasPosts: 'Former members’ posts still belong to this college.',
    emailAtDomain: 'Use an email that ends in @{domain}',
    alreadyHere: 'Your college is already on Quad. Sign up with your college email.',
    alreadyRequested: 'This college has already been requested.',
    requestMissing: 'This request no longer exists.',
    alertMissing: 'Already acknowledged.',
    superadminsOnly: 'Only superadmins can add colleges, approve requests and change email domains here.',
    reasonForRejection: 'Only a rejection has a reason',
  },

  names: {
    hidden: 'It contains hidden or unusual characters',
    mixed: 'Write “{word}” in one alphabet',
    lookalikes: '“{word}” only looks like Latin letters. Type it again.',
    homograph: 'It looks just like “{other}”, which is already here',
  },

  branches: {
    missing: 'This branch doesn’t exist.',
    unknown: 'There’s no branch “{branch}”',
    notOffered: 'Choose one of your college’s branches, such as {branches}',
    codeTaken: 'A branch with this code already exists.',
    nameTaken: 'A branch with this name already exists.',
    nothingToChange: 'Send a name, a code or isClosed to change.',
    hasUsers: 'People still belong to this branch.',
    hasPosts: 'Former members’ posts still belong to this branch.',
    hasColleges: 'Colleges still offer this branch. Remove it from them first.',
    lastOpen: 'This is the last branch that students can choose. Add or reopen another first.',
    merging: 'This branch is being merged.',
    sameBranch: 'Choose another branch to merge this one into.',
    intoClosed: 'Nobody can choose that branch any more. Reopen it first.',
    showsFew:
      'At one college few people have one of these branches and many have the other. The merge would show who those few are. Close the branch instead.',
  },

  uploads: {
    oneImage: 'Send one image file in the field “profile” of a multipart form',
    notAnImage: 'Choose an image file',
    tooLarge: 'Images can be {max} bytes at most.',
    format: 'Use a PNG, JPEG, WebP or GIF image',
    damaged: 'This image is damaged or incomplete',
    tooManyPixels: 'Images can have {megapixels} million pixels at most',
  },

  settings: {
    domain: 'This isn’t a domain',
    nothingToChange: 'Change at least one setting.',
    passkeyFirst: 'Add a passkey to your own account first. Otherwise this would lock you out.',
    unknownRule: 'Choose one of the report reasons: {rules}',
    noSwitches: 'Send an object with at least one switch',
  },

  transparency: {
    off: 'This campus doesn’t publish numbers about moderation.',
  },
} as const

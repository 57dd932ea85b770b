export const colleges = {
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
  reasonForRejection: 'Only a rejection has a reason',
} as const

export const branches = {
  missing: 'This branch doesn’t exist.',
  unknown: 'There’s no branch “{branch}”',
  notOffered: 'Choose one of your college’s branches, such as {branches}',
  codeTaken: 'A branch with this code already exists.',
  nameTaken: 'A branch with this name already exists.',
  nothingToChange: 'Send a name or a code to change.',
  hasUsers: 'People still belong to this branch.',
  hasPosts: 'Former members’ posts still belong to this branch.',
  hasColleges: 'Colleges still offer this branch. Remove it from them first.',
} as const

export const uploads = {
  oneImage: 'Send one image file in the field “profile” of a multipart form',
  notAnImage: 'Choose an image file',
  tooLarge: 'Images can be {max} bytes at most.',
  format: 'Use a PNG, JPEG, WebP or GIF image',
  damaged: 'This image is damaged or incomplete',
  tooManyPixels: 'Images can have {megapixels} million pixels at most',
} as const

export const settings = {
  nothingToChange: 'Change at least one setting.',
  noSwitches: 'Send an object with at least one switch',
} as const

import { catalogue, type Pair } from './catalogue'
import { hindiCount } from './numbers'

type Problem = { title: Pair; text: Pair; way: Pair }
const RETRY_LATER = 'Try again in a few minutes. If it keeps happening, tell the admins.'
const RETRY_LATER_HINDI = 'कुछ मिनट बाद फिर कोशिश करें। बार-बार हो तो एडमिन को बताएँ।'

/** Joining, signing in, and a forgotten password. */
export const authText = catalogue({
  join: {
    title: ['Join', 'जुड़ें'],
    step: [
      (step: number, of: number) => `Step ${step} of ${of}`,
      (step: number, of: number) => `चरण ${hindiCount(step)} / ${hindiCount(of)}`,
    ],
    address: ['Your college email', 'आपका कॉलेज ईमेल'],
    addressLead: [
      'We’ll email you a code to check that you’re a student here. Other students never see your email.',
      'हम आपको एक कोड भेजेंगे, यह देखने के लिए कि आप यहीं के स्टूडेंट हैं। दूसरे स्टूडेंट आपका ईमेल कभी नहीं देखते।',
    ],
    email: ['College email', 'कॉलेज ईमेल'],
    send: ['Send code', 'कोड भेजें'],
    checking: ['Checking your browser. This takes a few seconds.', 'आपका ब्राउज़र जाँचा जा रहा है। इसमें कुछ सेकंड लगेंगे।'],
    looksLike: [(email: string) => `It looks like ${email}.`, (email: string) => `वह ऐसा दिखता है: ${email}`],
    endsIn: [(domain: string) => `It ends in ${domain}.`, (domain: string) => `उसके अंत में ${domain} होता है।`],
    uncheckable: [
      'We couldn’t check your browser. Try again later, or in another one.',
      'हम आपका ब्राउज़र जाँच नहीं पाए। थोड़ी देर बाद या दूसरे ब्राउज़र में कोशिश करें।',
    ],
    haveAccount: ['Already have an account?', 'पहले से खाता है?'],
    code: ['Check your email', 'अपना ईमेल देखें'],
    codeLead: [
      (email: string) => `We sent a code to ${email}. It may be in spam.`,
      (email: string) => `हमने ${email} पर कोड भेजा है। स्पैम में भी देख लें।`,
    ],
    codeLabel: ['Code', 'कोड'],
    verified: ['Your email is verified. One more step: your account.', 'आपका ईमेल वेरिफ़ाई हो गया। बस खाता बनाना बाक़ी है।'],
    confirm: ['Continue', 'आगे बढ़ें'],
    resend: ['Resend code', 'कोड फिर भेजें'],
    resendIn: [
      (seconds: number) => `Resend in ${seconds} s`,
      (seconds: number) => `${hindiCount(seconds)} सेकंड में फिर भेज सकते हैं`,
    ],
    resent: ['New code sent.', 'नया कोड भेज दिया।'],
    otherAddress: ['Use a different email', 'कोई और ईमेल डालें'],
    create: ['Create account', 'खाता बनाएँ'],
    branch: ['Your name and branch', 'आपका नाम और शाखा'],
    branchLead: [
      'Other students see both next to what you post, never your real name or email.',
      'दूसरे स्टूडेंट आपकी पोस्ट के साथ ये दोनों देखते हैं, आपका असली नाम या ईमेल कभी नहीं।',
    ],
    branchLabel: ['Branch', 'शाखा'],
    chooseBranch: ['Choose your branch', 'अपनी शाखा चुनें'],
    terms: ['Community rules', 'समुदाय के नियम'],
    termsLead: ['Short, and we enforce them.', 'छोटे हैं, और हम इन पर सख़्त हैं।'],
    accept: ['I agree', 'मुझे मंज़ूर है'],
    done: ['You’re in! Say hi or upvote something.', 'आप जुड़ गए! हैलो कहें या किसी पोस्ट को अपवोट करें।'],
    again: ['Start over', 'फिर से शुरू करें'],
    closed: ['Sign-ups aren’t open yet.', 'साइन अप अभी शुरू नहीं हुआ है।'],
    noNew: ['This campus isn’t taking new accounts right now.', 'यह कैंपस अभी नए खाते नहीं ले रहा।'],
    byRequest: [
      'After your email is verified, a moderator has to let you in. They don’t see your email in full.',
      'ईमेल वेरिफ़ाई होने के बाद किसी मॉडरेटर को मंज़ूरी देनी होगी। उन्हें आपका पूरा ईमेल नहीं दिखता।',
    ],
    waits: ['A moderator will look at it', 'मॉडरेटर इसे देखेंगे'],
    waitsHow: [
      'Your email is verified. We’ll email you when a moderator has decided; then join here again with the same email.',
      'आपका ईमेल वेरिफ़ाई हो गया। मॉडरेटर के फ़ैसले पर हम आपको ईमेल करेंगे; फिर इसी ईमेल से यहाँ दोबारा जुड़ें।',
    ],
    notLetIn: ['A moderator didn’t let you in', 'मॉडरेटर ने मंज़ूरी नहीं दी'],
    wantCollege: ['Request your college', 'अपने कॉलेज का अनुरोध करें'],
  },
  membersRead: {
    title: ['For members', 'सदस्यों के लिए'],
    lead: [
      'Only members can read here. Join with your college email, or sign in.',
      'यहाँ सिर्फ़ सदस्य पढ़ सकते हैं। अपने कॉलेज ईमेल से जुड़ें, या साइन इन करें।',
    ],
    closed: [
      'Only members can read here, and no one new can join right now. If you have an account, sign in.',
      'यहाँ सिर्फ़ सदस्य पढ़ सकते हैं, और अभी कोई नया नहीं जुड़ सकता। आपका खाता है तो साइन इन करें।',
    ],
  },
  invitation: {
    vote: {
      upvote: ['Your upvote counts as soon as you’re in.', 'जुड़ते ही आपका अपवोट गिना जाएगा।'],
      downvote: ['Your downvote counts as soon as you’re in.', 'जुड़ते ही आपका डाउनवोट गिना जाएगा।'],
    },
    save: ['The post is saved as soon as you’re in.', 'जुड़ते ही यह पोस्ट सहेज ली जाएगी।'],
    follow: ['You’ll follow it as soon as you’re in.', 'जुड़ते ही आप इसे फ़ॉलो करेंगे।'],
    back: ['You’ll come back to where you were.', 'आप वहीं लौटेंगे जहाँ थे।'],
    notNow: ['Not now', 'अभी नहीं'],
    voted: {
      upvote: ['You’re in, and your upvote counts.', 'आप अंदर हैं, और आपका अपवोट गिना गया।'],
      downvote: ['You’re in, and your downvote counts.', 'आप अंदर हैं, और आपका डाउनवोट गिना गया।'],
    },
    saved: ['You’re in, and the post is saved.', 'आप अंदर हैं, और पोस्ट सहेज ली गई।'],
    followed: {
      post: ['You’re in, and you follow the post.', 'आप अंदर हैं, और इस पोस्ट को फ़ॉलो कर रहे हैं।'],
      topic: ['You’re in, and you follow the topic.', 'आप अंदर हैं, और इस विषय को फ़ॉलो कर रहे हैं।'],
      course: ['You’re in, and you follow the course.', 'आप अंदर हैं, और इस कोर्स को फ़ॉलो कर रहे हैं।'],
    },
  },
  request: {
    title: ['Request your college', 'अपने कॉलेज का अनुरोध करें'],
    lead: [
      'If the admins add it, anyone with an email like yours can join.',
      'एडमिन इसे जोड़ दें, तो आपके जैसे ईमेल वाला कोई भी जुड़ सकता है।',
    ],
    email: ['Your college email', 'आपका कॉलेज ईमेल'],
    emailHint: ['We’ll use the part after the @ as the college’s domain.', '@ के बाद का हिस्सा कॉलेज का डोमेन होगा।'],
    name: ['College name', 'कॉलेज का नाम'],
    city: ['City', 'शहर'],
    state: ['State', 'राज्य'],
    send: ['Send request', 'अनुरोध भेजें'],
    back: ['Back to sign-up', 'साइन अप पर वापस'],
    done: ['Request sent', 'अनुरोध भेज दिया'],
    doneHow: [
      (email: string) => `The admins will review it. Once it’s added, join with ${email}.`,
      (email: string) => `एडमिन इसे देखेंगे। कॉलेज जुड़ने पर ${email} से जुड़ें।`,
    ],
    asked: ['Already requested', 'इसका अनुरोध पहले ही आ चुका है'],
    askedHow: ['The admins are reviewing it. Nothing more to do.', 'एडमिन इसे देख रहे हैं। आपको और कुछ नहीं करना है।'],
    here: ['Your college is already on Quad', 'आपका कॉलेज पहले से Quad पर है'],
    hereHow: ['Join with your college email.', 'अपने कॉलेज ईमेल से जुड़ें।'],
  },
  login: {
    title: ['Sign in', 'साइन इन'],
    email: ['Email', 'ईमेल'],
    password: ['Password', 'पासवर्ड'],
    submit: ['Sign in', 'साइन इन करें'],
    forgot: ['Forgot password?', 'पासवर्ड भूल गए?'],
    byCode: ['Email me a code instead', 'ईमेल में कोड मँगाएँ'],
    byPassword: ['Use password instead', 'पासवर्ड से साइन इन करें'],
    byPasskey: ['Use a passkey', 'पासकी से साइन इन करें'],
    byProvider: [(campus: string) => `Sign in with ${campus}`, (campus: string) => `${campus} से साइन इन करें`],
    codeLead: [
      (email: string) => `If ${email} has an account, we’ve sent a code.`,
      (email: string) => `अगर ${email} का खाता है, तो हमने कोड भेज दिया है।`,
    ],
    code: ['Code', 'कोड'],
    new: ['New here?', 'यहाँ नए हैं?'],
    join: ['Join with your college email', 'कॉलेज ईमेल से जुड़ें'],
    show: ['Show password', 'पासवर्ड दिखाएँ'],
    ended: ['Sign in to continue.', 'आगे बढ़ने के लिए साइन इन करें।'],
    draftSaved: ['Your draft is saved on this device.', 'आपका ड्राफ़्ट इस डिवाइस पर सहेजा हुआ है।'],
  },
  passkeys: {
    why: [
      'Next time, sign in with your fingerprint or screen lock instead of a code.',
      'अगली बार कोड की जगह फ़िंगरप्रिंट या स्क्रीन लॉक से साइन इन करें।',
    ],
    offer: ['Add a passkey', 'पासकी जोड़ें'],
    added: ['Passkey added.', 'पासकी जुड़ गई।'],
    on: [
      (browser: string, system: string) => `${browser} on ${system}`,
      (browser: string, system: string) => `${system} पर ${browser}`,
    ],
    here: ['This device', 'यह डिवाइस'],
    cancelled: [
      'No passkey was used. Try again, or choose another way.',
      'कोई पासकी इस्तेमाल नहीं हुई। फिर कोशिश करें, या दूसरा तरीक़ा चुनें।',
    ],
    known: ['This device already has a passkey for your account.', 'इस डिवाइस पर आपके खाते की पासकी पहले से है।'],
  },
  reauthentication: {
    byPasskey: ['Use a passkey', 'पासकी इस्तेमाल करें'],
    title: ['Confirm it’s you', 'पुष्टि करें कि यह आप हैं'],
    lead: ['It’s been a while since you signed in.', 'आपको साइन इन किए कुछ समय हो गया है।'],
    password: ['Password', 'पासवर्ड'],
    confirm: ['Confirm', 'पुष्टि करें'],
    byCode: ['Email me a code', 'ईमेल में कोड मँगाएँ'],
    byPassword: ['Use password', 'पासवर्ड डालें'],
    codeLead: ['We’ll email you a code.', 'हम आपको ईमेल में एक कोड भेजेंगे।'],
    codeSent: [
      (email: string) => `We’ve sent a code to ${email}.`,
      (email: string) => `हमने ${email} पर कोड भेज दिया है।`,
    ],
    code: ['Code', 'कोड'],
  },
  link: {
    title: ['You already have an account', 'आपका खाता पहले से है'],
    lead: [
      'We sent a code to your college email. Enter it once, and you can sign in with your campus account from then on.',
      'हमने आपके कॉलेज ईमेल पर एक कोड भेजा है। उसे एक बार डालें, फिर कैंपस खाते से साइन इन कर सकेंगे।',
    ],
    submit: ['Connect and sign in', 'जोड़ें और साइन इन करें'],
    other: ['Sign in another way', 'दूसरे तरीक़े से साइन इन करें'],
  },
  errors: {
    SIGN_UP_CLOSED: {
      title: ['No new accounts right now', 'अभी नए खाते नहीं'],
      text: ['This campus isn’t taking new accounts.', 'यह कैंपस अभी नए खाते नहीं ले रहा।'],
      way: ['If you have one, sign in with its email.', 'आपका खाता है तो उसके ईमेल से साइन इन करें।'],
    },
    APPROVAL_PENDING: {
      title: ['A moderator will look at it', 'मॉडरेटर इसे देखेंगे'],
      text: [
        'Your email is verified, and a moderator has to let you in.',
        'आपका ईमेल वेरिफ़ाई हो गया है, और किसी मॉडरेटर को मंज़ूरी देनी है।',
      ],
      way: ['We’ll email you. Then sign in here again.', 'हम आपको ईमेल करेंगे। फिर यहाँ दोबारा साइन इन करें।'],
    },
    SIGN_UP_REFUSED: {
      title: ['A moderator didn’t let you in', 'मॉडरेटर ने मंज़ूरी नहीं दी'],
      text: ['Their reason is in the email we sent you.', 'कारण उस ईमेल में है जो हमने भेजा।'],
      way: ['Think it’s a mistake? Write to the admins.', 'ग़लती लगती है? एडमिन को लिखें।'],
    },
    FORBIDDEN: {
      title: ['Admins sign in another way', 'एडमिन दूसरे तरीक़े से साइन इन करते हैं'],
      text: ['A campus account doesn’t open admin accounts.', 'कैंपस खाते से एडमिन खाते नहीं खुलते।'],
      way: ['Sign in with your password, a passkey or an emailed code.', 'पासवर्ड, पासकी या ईमेल वाले कोड से साइन इन करें।'],
    },
    COLLEGE_NOT_FOUND: {
      title: ['Your college isn’t on Quad', 'आपका कॉलेज Quad पर नहीं है'],
      text: ['We don’t recognise your email’s domain.', 'हम आपके ईमेल का डोमेन नहीं पहचानते।'],
      way: [
        'Sign in with your college email, or request your college.',
        'कॉलेज ईमेल से साइन इन करें, या अपने कॉलेज का अनुरोध करें।',
      ],
    },
    INVALID_EMAIL: {
      title: ['That’s not a student email', 'यह स्टूडेंट ईमेल नहीं है'],
      text: [
        'You signed in with an email that students here don’t have.',
        'आपने ऐसे ईमेल से साइन इन किया जो यहाँ के स्टूडेंट का नहीं होता।',
      ],
      way: [
        'Sign in with your student account, not a personal or staff one.',
        'अपने स्टूडेंट खाते से साइन इन करें, निजी या स्टाफ़ वाले से नहीं।',
      ],
    },
    DISPOSABLE_EMAIL: {
      title: ['Disposable emails don’t work here', 'टेम्पररी ईमेल यहाँ नहीं चलते'],
      text: ['Your email belongs to a disposable email service.', 'आपका ईमेल किसी टेम्पररी ईमेल सर्विस का है।'],
      way: ['Sign in with your college email.', 'अपने कॉलेज ईमेल से साइन इन करें।'],
    },
    NOT_VERIFIED: {
      title: ['Your email isn’t verified', 'आपका ईमेल वेरिफ़ाई नहीं है'],
      text: [
        'The sign-in service couldn’t confirm that this email is yours.',
        'साइन इन सर्विस यह पक्का नहीं कर सकी कि यह ईमेल आपका है।',
      ],
      way: ['Verify your email there, then sign in again.', 'पहले वहाँ ईमेल वेरिफ़ाई करें, फिर साइन इन करें।'],
    },
    INVALID_TOKEN: {
      title: ['Sign-in expired', 'साइन इन एक्सपायर हो गया'],
      text: [
        'It expired, was opened in another browser, or was already used.',
        'यह एक्सपायर हो गया, किसी और ब्राउज़र में खुला, या पहले ही इस्तेमाल हो चुका है।',
      ],
      way: ['Start over in one window, with cookies allowed.', 'एक ही विंडो में, कुकी चालू रखकर, फिर से शुरू करें।'],
    },
    FEATURE_DISABLED: {
      title: ['This way to sign in is switched off', 'साइन इन का यह तरीक़ा बंद है'],
      text: ['This Quad isn’t connected to a sign-in service.', 'यह Quad किसी साइन इन सर्विस से जुड़ा नहीं है।'],
      way: ['Sign in with your password, a passkey or an emailed code.', 'पासवर्ड या ईमेल में आए कोड से साइन इन करें।'],
    },
    USER_BLOCKED: {
      title: ['You’re banned', 'आप बैन हैं'],
      text: ['A moderator banned this account.', 'एक मॉडरेटर ने यह खाता बैन किया है।'],
      way: ['Think it’s a mistake? Write to the admins.', 'ग़लती लगती है? एडमिन को लिखें।'],
    },
    RATE_LIMITED: {
      title: ['Too many attempts', 'बहुत ज़्यादा कोशिशें'],
      text: ['There were too many sign-ins in a short time.', 'थोड़ी देर में बहुत बार साइन इन हुआ।'],
      way: [RETRY_LATER, RETRY_LATER_HINDI],
    },
    INTERNAL: {
      title: ['Something went wrong on our side', 'हमारी तरफ़ से कुछ गड़बड़ हुई'],
      text: ['We couldn’t sign you in.', 'साइन इन नहीं हो सका।'],
      way: [RETRY_LATER, RETRY_LATER_HINDI],
    },
    STORAGE_UNAVAILABLE: {
      title: ['Quad can’t save anything right now', 'Quad अभी कुछ भी सहेज नहीं पा रहा'],
      text: ['We couldn’t sign you in.', 'साइन इन नहीं हो सका।'],
      way: [RETRY_LATER, RETRY_LATER_HINDI],
    },
    other: {
      title: ['Sign-in didn’t work', 'साइन इन नहीं हुआ'],
      text: ['It was interrupted.', 'यह बीच में रुक गया।'],
      way: ['Start over.', 'फिर से शुरू करें।'],
    },
  } as Record<string, Problem> & { other: Problem },
  password: {
    again: ['Confirm password', 'पासवर्ड फिर से डालें'],
    length: [
      (min: number, max: number) => `${min} to ${max} characters.`,
      (min: number, max: number) => `${hindiCount(min)} से ${hindiCount(max)} अक्षर।`,
    ],
    advice: ['Four random words beat one with symbols.', 'सिंबल वाले एक शब्द से कोई भी चार बेमेल शब्द बेहतर हैं।'],
    differ: ['Passwords don’t match', 'पासवर्ड मेल नहीं खाते'],
    show: ['Show passwords', 'पासवर्ड दिखाएँ'],
  },
  reset: {
    choose: ['Choose a new password', 'नया पासवर्ड चुनें'],
    chooseLead: ['You’ll be signed out on all your devices.', 'आप अपने सभी डिवाइस से साइन आउट हो जाएँगे।'],
    newPassword: ['New password', 'नया पासवर्ड'],
    save: ['Change password', 'पासवर्ड बदलें'],
    title: ['Reset your password', 'पासवर्ड रीसेट करें'],
    expired: ['This link has expired', 'यह लिंक एक्सपायर हो चुका है'],
    expiredWhy: [
      'Links last one hour and work once.',
      'लिंक एक घंटे तक और एक ही बार चलता है। कई मँगाए हों, तो केवल वही चलेगा जिसका इस्तेमाल नहीं हुआ।',
    ],
    how: ['Enter your email and we’ll send a reset link.', 'अपना ईमेल डालें, हम रीसेट लिंक भेजेंगे।'],
    email: ['Email', 'ईमेल'],
    send: ['Send link', 'लिंक भेजें'],
    sent: ['Check your email', 'अपना ईमेल देखें'],
    sentHow: [
      'If this email has an account, we’ve sent a link. It may take a minute, or be in spam.',
      'अगर इस ईमेल का खाता है, तो हमने लिंक भेज दिया है। एक मिनट लग सकता है, या वह स्पैम में हो सकता है।',
    ],
    done: ['Password changed', 'पासवर्ड बदल गया'],
    doneHow: [
      'You’re signed out everywhere. Sign in with your new password.',
      'आप हर जगह से साइन आउट हो गए हैं। नए पासवर्ड से साइन इन करें।',
    ],
  },
})

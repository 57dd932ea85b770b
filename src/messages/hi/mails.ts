import type * as english from '../en/mails'
import type { Translation } from '../template'

export const mails = {
  signUpCodeSubject: '{campus} के लिए आपका साइन-अप कोड',
  signUpCode: '{campus} पर साइन-अप करने के लिए यह कोड डालें:',
  signInCodeSubject: '{campus} के लिए आपका साइन-इन कोड',
  signInCode: '{campus} पर साइन इन करने के लिए यह कोड डालें:',
  linkCodeSubject: '{campus} का खाता जोड़ने का कोड',
  linkCode: 'अब से कैंपस लॉगिन से {campus} के अपने खाते में साइन इन करने के लिए यह कोड डालें:',
  codeTerms: {
    one: 'यह एक ही बार चलेगा, {count} मिनट तक। {campus} से कोई आपसे यह कोड कभी नहीं माँगेगा।',
    other: 'यह एक ही बार चलेगा, {count} मिनट तक। {campus} से कोई आपसे यह कोड कभी नहीं माँगेगा।',
  },
  codeNotYou: 'आपने नहीं मँगाया? तो इस ईमेल को छोड़ दें। कोड के बिना कुछ नहीं होगा।',
  resetSubject: '{campus} का पासवर्ड रीसेट करें',
  reset: 'किसी ने, शायद आपने ही, {campus} का आपका पासवर्ड रीसेट करने को कहा है। नया पासवर्ड यहाँ चुनें:',
  resetButton: 'नया पासवर्ड चुनें',
  resetTerms: 'यह लिंक एक घंटे तक और एक ही बार चलेगा।',
  resetNotYou: 'आपने नहीं कहा था? तो इस ईमेल को छोड़ दें। आपका पासवर्ड वही रहेगा।',
  passwordChangedSubject: '{campus} का आपका पासवर्ड बदल गया',
  passwordChanged: '{campus} का आपका पासवर्ड {at} बदला गया। बाकी सब जगह से आप साइन आउट हो गए हैं।',
  passwordNotYou: 'यह आपने नहीं किया? तो अभी पासवर्ड रीसेट करें: जिसने किया है वह आपका खाता देख सकता है।',
  passkeyAddedSubject: '{campus} के आपके खाते में पासकी जुड़ी',
  passkeyAdded: '{campus} के आपके खाते में {at} एक पासकी जुड़ी। उससे बिना पासवर्ड साइन इन हो सकता है।',
  passkeyRemovedSubject: '{campus} के आपके खाते से पासकी हटी',
  passkeyRemoved: '{campus} के आपके खाते से {at} एक पासकी हटी।',
  passkeyNotYou: 'यह आपने नहीं किया? सेटिंग्स में वे पासकी हटाएँ जिन्हें आप नहीं जानते, फिर पासवर्ड बदलें।',
  collegeApprovedSubject: '{college} अब Quad पर है',
  collegeApproved: 'आपने {college} का अनुरोध किया था। वह अब Quad पर है; आप और आपके दोस्त साइन-अप कर सकते हैं:',
  collegeApprovedButton: 'Quad खोलें',
  collegeRejectedSubject: '{college} Quad पर नहीं जोड़ा गया',
  collegeRejected: 'आपने {college} का अनुरोध किया था। एडमिन ने उसे नहीं जोड़ा, इस कारण से:',
  collegeRejectedAgain: 'कुछ बदले, तो आप फिर अनुरोध कर सकते हैं।',
  emailRevealedSubject: '{campus} पर आपका ईमेल खोला गया',
  emailRevealed:
    '{at} को {campus} के एक सुपर एडमिन ने आपका ईमेल खोला, और अब वह देख सकता है कि कौन-सा खाता आपका है। उसने यह कारण दिया:',
  emailRevealedTerms: 'यह ऑडिट लॉग में दर्ज है, और आपकी सेटिंग्स में हर बार की सूची है।',
  newsSubject: '{campus} पर आपके खाते से जुड़ी सूचना',
  news: '{campus} के मॉडरेटरों ने आपके खाते या आपकी किसी पोस्ट या टिप्पणी पर फ़ैसला लिया है। पढ़ने के लिए साइन इन करें:',
  newsButton: 'Quad पर पढ़ें',
  collegeAlertSubject: '{campus} का यह बदलाव जाँचें: {college}',
  collegeCreated: 'कॉलेज “{college}” जोड़ा गया, ईमेल डोमेन {domain} के साथ।',
  collegeRequestApproved: '“{college}” का अनुरोध मंज़ूर हुआ, ईमेल डोमेन {domain} के साथ।',
  collegeDomainChanged: '“{college}” का ईमेल डोमेन {before} से बदलकर {domain} किया गया।',
  collegeAlertBy: 'किसने किया: {by}',
  collegeAlertByOperator: 'किसने किया: ऑपरेटर ने, सर्वर पर',
  collegeAlertWhy: 'इस डोमेन का ईमेल रखने वाला कोई भी इस कॉलेज से जुड़ सकता है और उसकी निजी पोस्ट पढ़ सकता है।',
  collegeAlertButton: 'कंसोल खोलें',
  testSubject: '{campus} से टेस्ट मेल',
  test: 'यह {campus} से टेस्ट है: ईमेल आप तक पहुँच रहे हैं।',
  testNothing: 'आपको कुछ नहीं करना है।',
} as const satisfies Translation<typeof english.mails>

export const notifications = {
  off: 'यहाँ सूचनाएँ बंद हैं।',
  replyDeleted: 'यह जवाब मिटा दिया गया।',
  replyRemoved: 'यह जवाब एक मॉडरेटर ने हटाया।',
  postUpvoted: {
    one: 'आपकी पोस्ट “{title}” पर {count} अपवोट आया',
    other: 'आपकी पोस्ट “{title}” पर {count} अपवोट आए',
  },
  commentUpvoted: {
    one: 'आपकी टिप्पणी “{comment}” पर {count} अपवोट आया',
    other: 'आपकी टिप्पणी “{comment}” पर {count} अपवोट आए',
  },
  deletedCommentUpvoted: {
    one: 'आपकी मिटाई हुई टिप्पणी पर {count} अपवोट आया',
    other: 'आपकी मिटाई हुई टिप्पणी पर {count} अपवोट आए',
  },
  postRemoved: 'एक मॉडरेटर ने आपकी पोस्ट “{title}” हटाई',
  postRestored: 'आपकी पोस्ट “{title}” फिर से दिख रही है',
  commentRemoved: 'एक मॉडरेटर ने आपकी टिप्पणी “{comment}” हटाई',
  commentRestored: 'आपकी टिप्पणी “{comment}” फिर से दिख रही है',
  deletedCommentRemoved: 'एक मॉडरेटर ने आपकी मिटाई हुई टिप्पणी हटाई',
  deletedCommentRestored: 'आपकी मिटाई हुई टिप्पणी अब हटाई हुई नहीं मानी जाती',
  renamed: 'आपका नया Quad नाम: {username}',
} as const satisfies Translation<typeof english.notifications>

export const notices = {
  emailRevealed: 'एक सुपर एडमिन ने आपका ईमेल खोला है और देख सकता है कि आप कौन हैं।',
  passkeysChanged: 'आपके खाते में एक पासकी जुड़ी या उससे हटी। यह आपने नहीं किया? अनजान पासकी हटाएँ, फिर पासवर्ड बदलें।',
  passwordChanged:
    'आपका पासवर्ड बदला गया और बाकी सब जगह से आप साइन आउट हो गए। यह आपने नहीं किया? तो उसे फिर बदलें और अपने डिवाइस देखें।',
  suspended: 'आप {ends} तक निलंबित हैं। आप पढ़ सकते हैं।',
  banned: 'आप पर बैन है। आप पढ़ सकते हैं।',
  sanctionLifted: 'आप फिर से पोस्ट, टिप्पणी और वोट कर सकते हैं।',
  postRemoved: 'मॉडरेटरों ने आपकी पोस्ट “{title}” हटा दी।',
  commentRemoved: 'मॉडरेटरों ने “{title}” पर आपकी टिप्पणी हटा दी।',
  webhookDisabled:
    'Quad ने एक वेबहुक बंद कर दिया, क्योंकि उसका सर्वर बार-बार नाकाम रहा या उसने कहा कि वह अब नहीं है। कंसोल में वेबहुक देखें।',
} as const satisfies Translation<typeof english.notices>

import type * as english from '../en/people'
import type { Translation } from '../template'

export const accounts = {
  missing: 'यह खाता नहीं है।',
  noneWithEmail: 'इस ईमेल का कोई खाता नहीं है।',
  cannotBlockYourself: 'आप ख़ुद को ब्लॉक नहीं कर सकते',
  branchOrLanguage: 'शाखा या भाषा भेजें',
  lastSuperadmin: 'यह आख़िरी सुपर एडमिन है। पहले किसी और को सुपर एडमिन बनाएँ।',
  noCollegeForAdmin: 'अभी कोई कॉलेज नहीं है, और हर एडमिन किसी कॉलेज का होता है। पहले कॉलेज जोड़ें।',
} as const satisfies Translation<typeof english.accounts>

export const auth = {
  emailRequired: 'अपना ईमेल डालें',
  passwordRequired: 'अपना पासवर्ड डालें',
  codeRequired: 'ईमेल में आया कोड डालें',
  notAnEmail: 'यह ईमेल नहीं है। देखकर फिर कोशिश करें।',
  studentEmail: 'अपना स्टूडेंट ईमेल डालें: @ से पहले आपका एनरोलमेंट नंबर।',
  otherEmail: 'आपने इस ईमेल से साइन-अप नहीं किया है',
  alreadyVerified: 'आपका ईमेल वेरिफ़ाई हो चुका है। साइन-अप पूरा करें।',
  signUpExpired: 'आपके साइन-अप का समय ख़त्म हो गया। फिर से शुरू करें।',
  tooManyCodes: 'हम आपको बहुत सारे कोड भेज चुके हैं। नया मँगाने से पहले थोड़ा रुकें।',
  tooManyCodesHour: 'आप बहुत सारे कोड मँगा चुके हैं। एक घंटे बाद फिर कोशिश करें।',
  tooManyPasswords: 'साइन इन बहुत बार फ़ेल हुआ। थोड़ा रुकें, या कोड से साइन इन करें।',
  tooManyWrongCodes: 'बहुत सारे गलत कोड डाले गए। थोड़ा रुककर फिर कोशिश करें।',
  passwordLength: '{min} से {max} अक्षर रखें',
  passwordCommon: 'इस पासवर्ड का अंदाज़ा आसानी से लग जाएगा',
  passwordIsEmail: 'आपका ईमेल आपका पासवर्ड नहीं हो सकता',
  currentPassword: 'अपना मौजूदा पासवर्ड डालें। वह छूट गया है या गलत है।',
  passwordJustChanged: 'आपका पासवर्ड अभी कहीं और बदला गया। रीलोड करके फिर कोशिश करें।',
  untrustedRedirect: 'यह इसी साइट का लिंक होना चाहिए',
  lastSuperadminLeaves: 'आप आख़िरी सुपर एडमिन हैं। जाने से पहले किसी और को सुपर एडमिन बनाएँ।',
} as const satisfies Translation<typeof english.auth>

export const setup = {
  done: 'Quad का सेटअप हो चुका है।',
  linkExpired: 'यह सेटअप लिंक एक्सपायर हो चुका है। Quad रीस्टार्ट करें और उसके लॉग से नया लिंक लें।',
} as const satisfies Translation<typeof english.setup>

import type * as english from '../en/campus'
import type { Translation } from '../template'

export const colleges = {
  missing: 'यह कॉलेज नहीं है।',
  unknown: 'यह कॉलेज नहीं है',
  domain: 'campus.edu जैसा डोमेन डालें, @ के बिना',
  domainTaken: 'यह ईमेल डोमेन पहले से {college} का है।',
  branchList: 'यह शाखा की id या कोड की लिस्ट होनी चाहिए',
  nothingToChange: 'बदलने के लिए कम से कम एक फ़ील्ड भेजें।',
  hasUsers: 'इस कॉलेज में अभी लोग हैं।',
  hasPosts: 'इस कॉलेज के पुराने सदस्यों की पोस्ट अभी हैं।',
  emailAtDomain: '@{domain} पर ख़त्म होने वाला ईमेल डालें',
  alreadyHere: 'आपका कॉलेज पहले से Quad पर है। अपने कॉलेज ईमेल से साइन-अप करें।',
  alreadyRequested: 'इस कॉलेज का अनुरोध पहले ही आ चुका है।',
  requestMissing: 'यह अनुरोध अब नहीं है।',
  reasonForRejection: 'कारण सिर्फ़ मना करने पर दिया जाता है',
} as const satisfies Translation<typeof english.colleges>

export const branches = {
  missing: 'यह शाखा नहीं है।',
  unknown: '“{branch}” नाम की कोई शाखा नहीं है',
  notOffered: 'अपने कॉलेज की कोई शाखा चुनें, जैसे {branches}',
  codeTaken: 'इस कोड की शाखा पहले से है।',
  nameTaken: 'इस नाम की शाखा पहले से है।',
  nothingToChange: 'बदलने के लिए नाम या कोड भेजें।',
  hasUsers: 'इस शाखा में अभी लोग हैं।',
  hasPosts: 'इस शाखा के पुराने सदस्यों की पोस्ट अभी हैं।',
  hasColleges: 'कुछ कॉलेजों में यह शाखा अभी है। पहले वहाँ से हटाएँ।',
} as const satisfies Translation<typeof english.branches>

export const uploads = {
  oneImage: 'मल्टीपार्ट फ़ॉर्म के “profile” फ़ील्ड में एक इमेज फ़ाइल भेजें',
  notAnImage: 'कोई इमेज फ़ाइल चुनें',
  tooLarge: 'इमेज ज़्यादा से ज़्यादा {max} बाइट की हो सकती है।',
  format: 'PNG, JPEG, WebP या GIF इमेज चुनें',
  damaged: 'यह इमेज ख़राब या अधूरी है',
  tooManyPixels: 'इमेज में ज़्यादा से ज़्यादा {megapixels} मिलियन पिक्सेल हो सकते हैं',
} as const satisfies Translation<typeof english.uploads>

export const settings = {
  nothingToChange: 'कम से कम एक सेटिंग बदलें।',
  noSwitches: 'कम से कम एक स्विच वाला ऑब्जेक्ट भेजें',
} as const satisfies Translation<typeof english.settings>

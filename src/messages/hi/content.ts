import type * as english from '../en/content'
import type { Translation } from '../template'

export const posts = {
  missing: 'यह पोस्ट उपलब्ध नहीं है।',
  topicRequired: 'विषय चुनें',
  topic: 'इनमें से कोई विषय चुनें: {topics}',
  nothingToChange: 'title, content, topic और isPrivate में से कम से कम एक बदलें।',
  privateSignIn: 'यह पोस्ट सिर्फ़ एक कॉलेज के लिए है। पढ़ने के लिए साइन इन करें।',
  privateElsewhere: 'यह पोस्ट किसी और कॉलेज के लिए है।',
  statesForAdmins: 'स्टेट से पोस्ट सिर्फ़ एडमिन देख सकते हैं।',
} as const satisfies Translation<typeof english.posts>

export const comments = {
  missing: 'यह टिप्पणी उपलब्ध नहीं है।',
  parentMissing: 'जिस टिप्पणी का आप जवाब दे रहे हैं, वह अब नहीं है।',
  parentElsewhere: 'यह उसी पोस्ट की टिप्पणी होनी चाहिए',
  parentOrNull: 'यह किसी टिप्पणी का UUID या null होना चाहिए',
  parentOrNone: 'यह none या किसी टिप्पणी का UUID होना चाहिए',
} as const satisfies Translation<typeof english.comments>

export const votes = {
  missing: 'आपने इस पर वोट नहीं किया है।',
} as const satisfies Translation<typeof english.votes>

export const bookmarks = {
  missing: 'आपने यह पोस्ट सहेजी नहीं है।',
  postId: 'यह किसी पोस्ट की id होनी चाहिए',
} as const satisfies Translation<typeof english.bookmarks>

export const policy = {
  changedMeanwhile: 'यह अभी-अभी कहीं और बदला गया। फिर कोशिश करें।',
  banned_word: 'इसमें ऐसा शब्द है जो यहाँ नहीं चलता।',
  slur: 'इसमें अपमानजनक शब्द है।',
  swearing: 'इसमें गाली है।',
  unsearchable: 'यह ऐसे लिखा है कि हम इसे जाँच नहीं सकते।',
  self_harm: 'यह ख़ुद को नुकसान पहुँचाने के लिए उकसाता है। अगर आप परेशान हैं, तो टेली-मानस पर कभी भी कॉल करें: 14416।',
  government_id: 'इसमें किसी सरकारी ID का नंबर लगता है।',
  link_spam: 'इतने कम टेक्स्ट में बहुत ज़्यादा लिंक हैं।',
  repeated_characters: 'इसमें एक ही अक्षर बहुत बार है।',
  phone_number: 'इसमें फ़ोन नंबर है।',
  email_address: 'इसमें ईमेल है।',
  toxic: 'यह किसी पर निजी हमले जैसा लगता है। शब्द बदलकर देखें।',
  unchecked: 'हम इसे अभी जाँच नहीं सके। आपका टेक्स्ट सुरक्षित है; फिर कोशिश करें।',
} as const satisfies Translation<typeof english.policy>

export const moderation = {
  ownContent: 'यह आपका अपना है। इस पर कोई और एडमिन फ़ैसला करेगा।',
  ownAccount: 'आप अपने ही खाते को मॉडरेट नहीं कर सकते।',
  adminsBySuperadmin: 'एडमिन को सिर्फ़ सुपर एडमिन मॉडरेट कर सकता है।',
  suspensionWithoutBlock: 'जिसे ब्लॉक नहीं किया, उसे निलंबित नहीं किया जा सकता। null भेजें।',
  wordMissing: 'यह शब्द अब लिस्ट में नहीं है।',
  wordTaken: 'यह शब्द पहले से बैन है, शायद किसी और स्पेलिंग में।',
  wordEmpty: 'इस शब्द में खोजने लायक कुछ नहीं है',
} as const satisfies Translation<typeof english.moderation>

export const reports = {
  missing: 'यह शिकायत अब नहीं है।',
  ownContent: 'यह आपका अपना है। आप इसे बदल या हटा सकते हैं।',
  duplicate: 'आप इसकी शिकायत पहले ही कर चुके हैं। कोई मॉडरेटर इसे देखेगा।',
  reportedAgain: 'उसी व्यक्ति ने इसकी फिर शिकायत की है। उस शिकायत पर फ़ैसला करें।',
} as const satisfies Translation<typeof english.reports>

export const feedback = {
  missing: 'यह सुझाव अब नहीं है।',
  type: 'यह {types} होना चाहिए',
} as const satisfies Translation<typeof english.feedback>

/**
 * What the server says in English of one field or refusal, and how that reads in Hindi; `{}` stands for what differs,
 * `{1}` for the first of it. A code that the catalogue has words for needs none here.
 */
const SAID: Record<string, string> = {
  'Some of what was sent is missing or not as it should be': 'कुछ भरा नहीं गया, या वैसा नहीं है जैसा चाहिए।',
  'This clashes with what is there already': 'यह उससे टकराता है जो पहले से है।',
  'This was changed from elsewhere meanwhile; try again': 'इस बीच यह कहीं और से बदल गया; फिर कोशिश करें।',
  'Too many requests; wait a little': 'एक साथ बहुत अधिक। थोड़ा रुकें।',
  'This is switched off here': 'यह यहाँ बंद है।',
  'The test mail is on its way': 'परख मेल भेज दी गई है।',
  'Notifications are switched off here': 'सूचनाएँ यहाँ बंद हैं।',

  'An e-mail address is needed': 'ई-मेल पता ज़रूरी है।',
  'This is not an e-mail address': 'यह ई-मेल पता नहीं है।',
  'This is not a student e-mail address that Quad accepts': 'यह विद्यार्थी का ऐसा पता नहीं है जिसे Quad मानता हो।',
  'Use your student address: the part before the @ is your enrollment id':
    'अपने विद्यार्थी पते का उपयोग करें: @ से पहले का भाग आपका नामांकन क्रमांक है।',
  'Addresses of disposable mail services are not accepted': 'अस्थायी मेल सेवाओं के पते नहीं माने जाते।',
  'No college here uses this e-mail domain': 'यहाँ किसी कॉलेज का यह मेल डोमेन नहीं है।',
  'The address has not been verified': 'पता सत्यापित नहीं हुआ है।',
  'There is an account with this address already': 'इस पते का खाता पहले से है।',
  'This is not the address of the registration': 'यह पंजीकरण वाला पता नहीं है।',
  'The code from the mail is needed': 'मेल वाला कोड ज़रूरी है।',

  'A password is needed': 'पासवर्ड ज़रूरी है।',
  'A password has {} to {} characters': 'पासवर्ड में {1} से {2} अक्षर होते हैं।',
  'This password is among the first that anybody would try; choose another':
    'यह उन पासवर्डों में है जिन्हें कोई भी सबसे पहले आज़माएगा; दूसरा चुनें।',
  'The password must not be your e-mail address': 'पासवर्ड आपका ई-मेल पता नहीं हो सकता।',
  'The password was changed a moment ago': 'पासवर्ड अभी-अभी बदला गया है।',
  'The link is not valid, or has been used or has expired':
    'लिंक मान्य नहीं है, या इस्तेमाल हो चुका है, या उसकी अवधि समाप्त हो गई है।',
  'The set-up link is not valid any more; restart Quad and take the new one from its log':
    'सेट-अप लिंक अब मान्य नहीं है; Quad फिर से शुरू करें और लॉग से नया लिंक लें।',

  'The branch must have 1 to 100 characters': 'शाखा में 1 से 100 अक्षर होने चाहिए।',
  'There is no such branch here; choose from {}': 'यहाँ ऐसी कोई शाखा नहीं है; इनमें से चुनें: {1}',
  'There is no branch {}': '{1} नाम की कोई शाखा नहीं है।',
  'Your branch has been chosen already': 'आपकी शाखा पहले ही चुनी जा चुकी है।',
  '{} must have {} to {} characters': 'इसमें {2} से {3} अक्षर होने चाहिए।',
  '{} must have at least {} characters': 'इसमें कम से कम {2} अक्षर होने चाहिए।',
  'The topic must be one of: {}': 'विषय इनमें से एक होना चाहिए: {1}',
  'The topic must be one of the topics offered': 'विषय दिए गए विषयों में से एक होना चाहिए।',
  'The type must be one of: {}': 'प्रकार इनमें से एक होना चाहिए: {1}',
  'You cannot block yourself': 'आप स्वयं को ब्लॉक नहीं कर सकते।',
  'You have voted on this already': 'आप इस पर वोट दे चुके हैं।',
  'You have bookmarked this already': 'आप इसे सहेज चुके हैं।',
  'This is your own: you can change or delete it': 'यह आपका अपना है: आप इसे बदल या हटा सकते हैं।',
  'You have reported this already; a moderator will look at it': 'आप इसकी शिकायत कर चुके हैं; कोई मॉडरेटर इसे देखेगा।',
  'The last superadmin cannot leave: make another one first':
    'अंतिम मुख्य प्रशासक नहीं जा सकता: पहले किसी और को मुख्य प्रशासक बनाएँ।',
  'This is the last superadmin; make another one first': 'यह अंतिम मुख्य प्रशासक है; पहले किसी और को मुख्य प्रशासक बनाएँ।',

  'The address must end in @{}': 'पते का अंत @{1} होना चाहिए।',
  'This college is here already: you can register': 'यह कॉलेज यहाँ पहले से है: आप जुड़ सकते हैं।',
  'This college has been asked for already': 'यह कॉलेज पहले ही माँगा जा चुका है।',
  'Only a rejection is given a reason': 'कारण केवल अस्वीकार करने पर दिया जाता है।',
  'Must be a domain such as campus.edu, without the @': 'यह campus.edu जैसा डोमेन होना चाहिए, @ के बिना।',
  'There is a branch with this code already': 'इस कोड की शाखा पहले से है।',
  'There is a branch with this name already': 'इस नाम की शाखा पहले से है।',
  'There are users of this branch': 'इस शाखा के उपयोगकर्ता हैं।',
  'There are posts of former users of this branch': 'इस शाखा के पूर्व उपयोगकर्ताओं की पोस्ट हैं।',
  'There are colleges that offer this branch; take it from them first': 'कुछ कॉलेज यह शाखा देते हैं; पहले उनसे हटाएँ।',
  'There are users of this college': 'इस कॉलेज के उपयोगकर्ता हैं।',
  'There are posts of former users of this college': 'इस कॉलेज के पूर्व उपयोगकर्ताओं की पोस्ट हैं।',
  '{} has this e-mail domain already': '{1} का यह मेल डोमेन पहले से है।',
  'The file must be an image': 'फ़ाइल चित्र होनी चाहिए।',
  'The image must be a PNG, JPEG, WebP or GIF': 'चित्र PNG, JPEG, WebP या GIF होना चाहिए।',
  'The image is damaged or incomplete': 'चित्र खराब या अधूरा है।',
  'The image may have {} million pixels at most': 'चित्र में अधिक से अधिक {1} मिलियन पिक्सेल हो सकते हैं।',
  'There is nothing in this word that one could look for': 'इस शब्द में ऐसा कुछ नहीं है जिसे खोजा जा सके।',
  'Must be in the future': 'यह आने वाला समय होना चाहिए।',
  'Its reporter has reported this again since; decide on that report':
    'शिकायत करने वाले ने इसकी फिर शिकायत की है; उस शिकायत पर निर्णय लें।',
  '"{}" stands in the list twice': '“{1}” सूची में दो बार है।',
}

const literally = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patterns = Object.entries(SAID).map(
  ([said, words]) => [new RegExp(`^${said.split('{}').map(literally).join('(.+?)')}$`), words] as const,
)

const DEVANAGARI = /\p{Script=Devanagari}/u

/** What the server said, in Hindi; what is not known here is quoted. */
export function inHindi(said: string): string {
  if (said === '' || DEVANAGARI.test(said)) return said
  for (const [pattern, words] of patterns) {
    const parts = pattern.exec(said)
    if (parts) return words.replace(/\{(\d)\}/g, (_, place) => parts[Number(place)]!)
  }
  return `सर्वर ने कहा: “${said}”`
}

export const hindi = {
  page: {
    title: 'पोस्टर',
    lead: 'एक A4 पेज। जो कोड स्कैन करेगा वह उस पेज पर पहुँचेगा जहाँ स्टूडेंट जुड़ते हैं।',
    print: 'प्रिंट करें या PDF सहेजें',
    saveCode: 'QR कोड सहेजें',
    local: 'यह पता केवल इस सर्वर के लिए है, इसलिए कोड स्कैन करने वाला कहीं नहीं पहुँचेगा। संचालक PUBLIC_URL सेट करे।',
    code: (address: string) => `${address} का QR कोड`,
    superadminsOnly: 'पोस्टर केवल सुपर एडमिन बनाते हैं।',
    toList: 'एक नज़र में पर लौटें',
  },
  sheet: {
    english: 'Ask, rant, recommend and argue with your campus, without your real name.',
    hindi: 'अपने कैंपस से पूछें, भड़ास निकालें, सुझाएँ और बहस करें, बिना असली नाम बताए।',
  },
}

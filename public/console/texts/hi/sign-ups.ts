export const hindi = {
  page: {
    lead: 'इन्होंने कॉलेज ईमेल वेरिफ़ाई किया है और मॉडरेटर की मंज़ूरी का इंतज़ार कर रहे हैं। पूरा ईमेल किसी को नहीं दिखता। आपका फ़ैसला उन्हें ईमेल से बताया जाता है।',
    state: 'दिखाएँ',
    states: { waiting: 'इंतज़ार में', approved: 'मंज़ूर', refused: 'नामंज़ूर' },
    none: { waiting: 'कोई इंतज़ार में नहीं', approved: 'ऐसा कोई नहीं जो अभी जुड़ा न हो', refused: 'कोई नहीं' },
    noCollege: 'इसका कॉलेज अब नहीं है',
    by: (name: string) => `फ़ैसला किया: ${name}`,
  },
  decide: {
    approve: 'मंज़ूर करें',
    approved: (email: string) => `मंज़ूर: ${email}`,
    refuse: 'मना करें',
    refusing: (email: string) => `${email} को मना करें?`,
    refusingLead: 'वे आपका कारण पढ़ेंगे। 30 दिन तक वे फिर नहीं पूछ सकते; तब तक आप मंज़ूरी दे सकते हैं।',
    refused: (email: string) => `नामंज़ूर: ${email}`,
  },
}

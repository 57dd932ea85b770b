export const hindi = {
  panel: {
    wrong: 'लगता है यह ग़लती है?',
    appeal: 'अपील करें',
    states: {
      open: 'आपने अपील की। एक मॉडरेटर इसे फिर देखेगा',
      upheld: 'अपील नहीं मानी गई',
      overturned: 'अपील मान ली गई',
      lapsed: 'मॉडरेटर इसे पहले ही बदल चुके हैं',
    },
    yours: (message: string) => `आपने लिखा: ${message}`,
    reason: (reason: string) => `कारण: ${reason}`,
  },
  dialog: {
    title: 'इस फ़ैसले पर अपील करें',
    lead: 'आप एक बार अपील कर सकते हैं। हो सके तो कोई और मॉडरेटर इसे पढ़ेगा।',
    message: 'यह ग़लती क्यों है?',
    send: 'अपील भेजें',
    sent: 'अपील भेज दी',
  },
}

export const hindi = {
  ways: {
    label: 'कंसोल',
    dashboard: 'एक नज़र में',
    reports: 'शिकायतें',
    people: 'लोग',
    posts: 'पोस्ट और टिप्पणियाँ',
    colleges: 'कॉलेज',
    requests: 'कॉलेज के अनुरोध',
    branches: 'शाखाएँ',
    words: 'प्रतिबंधित शब्द',
    feedback: 'सुझाव',
    log: 'ऑडिट लॉग',
    webhooks: 'वेबहुक',
    settings: 'सेटिंग्स',
    waiting: (count: string) => `${count} बाक़ी`,
  },
  refused: {
    title: 'सिर्फ़ मॉडरेटर के लिए',
    lead: 'आपके पास कंसोल का एक्सेस नहीं है। ज़रूरत हो तो एडमिन से कहें।',
  },
  pager: {
    label: 'पेज',
    total: (count: string) => `कुल ${count}`,
    page: (page: number, pages: number) => `${pages} में से पेज ${page}`,
    previous: 'पिछला',
    next: 'अगला',
  },
}

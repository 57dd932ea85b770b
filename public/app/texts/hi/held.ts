export const hindi = {
  held: {
    title: 'मॉडरेटर के इंतज़ार में',
    lead: 'इन्हें केवल आप और मॉडरेटर देख सकते हैं।',
    states: { waiting: 'मॉडरेटर के इंतज़ार में', refused: 'प्रकाशित नहीं हुआ' },
    types: { post: 'पोस्ट', comment: 'टिप्पणी' },
    takeBack: 'वापस लें और बदलें',
    rewrite: 'बदलें और फिर भेजें',
    deleteQuestion: 'यह टेक्स्ट मिटाएँ?',
    deleteConsequence: 'यह वापस नहीं आएगा।',
    delete: 'मिटाएँ',
    removed: 'मिट गया',
    failed: 'आपके रुके हुए टेक्स्ट लोड नहीं हुए',
  },
}

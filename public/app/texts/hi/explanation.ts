export const hindi = {
  why: {
    rule: (rule: string) => `नियम: ${rule}`,
    reason: (reason: string) => `कारण: ${reason}`,
    added: (words: string) => `मॉडरेटर ने लिखा: ${words}`,
    appeal: 'आप अपील कर सकते हैं',
  },
}

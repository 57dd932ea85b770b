export const hindi = {
  alert: {
    title: 'एक साथ बहुत सारे टेक्स्ट',
    account: (name: string, texts: number) => `${name} ने ${texts} पोस्ट और टिप्पणियाँ लिखीं।`,
    text: (accounts: number) => `${accounts} खातों ने लगभग एक ही बात लिखी।`,
    link: (domain: string, accounts: number) => `${accounts} खातों ने ${domain} का लिंक दिया।`,
    someone: 'मिटाए गए खाते',
    see: 'टेक्स्ट देखें',
    more: (count: number) => `${count} और`,
    nothingLeft: 'कोई टेक्स्ट अब नहीं बचा।',
    postNumber: (number: number) => `पोस्ट ${number}`,
    commentNumber: (number: number) => `टिप्पणी ${number}`,
    author: 'इनका पेज खोलें',
    dismiss: 'सूचना ख़ारिज करें',
    dismissed: 'सूचना ख़ारिज की गई',
  },
}

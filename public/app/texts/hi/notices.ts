export const hindi = {
  notices: {
    title: 'आपके खाते के बारे में',
    reason: (reason: string) => `कारण: ${reason}`,
    acknowledge: 'ठीक है',
    all: 'खाते की सभी सूचनाएँ',
  },
}

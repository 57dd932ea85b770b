export const hindi = {
  notices: {
    title: 'आपके खाते के बारे में',
    acknowledge: 'ठीक है',
    all: 'खाते की सभी सूचनाएँ',
  },
}

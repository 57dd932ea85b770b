import { catalogue } from './catalogue'

/** What the owner of an account is told about it, above every page and in the settings. */
export const noticesText = catalogue({
  notices: {
    title: ['About your account', 'आपके खाते के बारे में'],
    acknowledge: ['Got it', 'ठीक है'],
    all: ['Account notices', 'खाते की सभी सूचनाएँ'],
  },
})

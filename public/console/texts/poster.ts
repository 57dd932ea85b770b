import { catalogue } from '../../app/texts/catalogue'

/** The poster that leads students here. */
const english = {
  page: {
    title: 'Poster',
    lead: 'One A4 page. Whoever scans the code comes to the page where students join.',
    print: 'Print or save as PDF',
    saveCode: 'Save the QR code',
    local:
      'This address is for this server alone, so nobody who scans the code gets anywhere. The operator sets PUBLIC_URL.',
    code: (address: string) => `QR code of ${address}`,
    superadminsOnly: 'Only superadmins make the poster.',
    toList: 'Back to the overview',
  },
  /** On the sheet, whatever language the page is in. */
  sheet: {
    english: 'Ask, rant, recommend and argue with your campus, without your real name.',
    hindi: 'अपने कैंपस से पूछें, भड़ास निकालें, सुझाएँ और बहस करें, बिना असली नाम बताए।',
  },
}

export const posterText = catalogue(english, () => import('./hi/poster').then(({ hindi }) => hindi))

export const hindi = {
  list: {
    statuses: { new: 'नए', reviewed: 'देखे गए', dismissed: 'ख़ारिज', all: 'सभी' },
    type: 'प्रकार',
    everyType: 'सभी प्रकार',
    by: 'लेखक:',
    review: 'देखा हुआ करें',
    dismiss: 'ख़ारिज करें',
    renew: 'नया करें',
    marked: (title: string) => `“${title}” बदल दिया`,
    deleting: 'यह सुझाव मिटाएँ?',
    consequence: 'इसे वापस नहीं लाया जा सकता।',
    deleted: 'सुझाव मिटा दिया',
    none: 'कोई नया सुझाव नहीं है',
  },
}

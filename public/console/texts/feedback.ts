import { catalogue } from '../../app/texts/catalogue'

/** Feedback from students. */
export const feedbackText = catalogue({
  list: {
    statuses: {
      new: ['New', 'नए'],
      reviewed: ['Reviewed', 'देखे गए'],
      dismissed: ['Dismissed', 'ख़ारिज'],
      all: ['All', 'सभी'],
    },
    type: ['Type', 'प्रकार'],
    everyType: ['All types', 'सभी प्रकार'],
    by: ['By', 'लेखक:'],
    review: ['Mark as reviewed', 'देखा हुआ करें'],
    dismiss: ['Dismiss', 'ख़ारिज करें'],
    renew: ['Mark as new', 'नया करें'],
    marked: [(title: string) => `“${title}” updated`, (title: string) => `“${title}” बदल दिया`],
    deleting: ['Delete this feedback?', 'यह सुझाव मिटाएँ?'],
    consequence: ['You can’t undo this.', 'इसे वापस नहीं लाया जा सकता।'],
    deleted: ['Feedback deleted', 'सुझाव मिटा दिया'],
    none: ['No new feedback', 'कोई नया सुझाव नहीं है'],
  },
})

/** Who causes the codes of which scenes. Codes for customers who are logged in have a budget that no stranger and no member of the staff can use up. */
export const codeScenes = {
  strangers: ['LOGIN', 'SET_PASSWORD'],
  customers: ['FUNDS_PASSWORD', 'WITHDRAW', 'SECOND_FACTOR'],
  /** Asked for by staff, for a customer with whom they speak. */
  staff: ['CHANGE_CONTACT'],
} as const;

export const isOfStrangers = (scene: string): boolean => codeScenes.strangers.some((one) => one === scene);

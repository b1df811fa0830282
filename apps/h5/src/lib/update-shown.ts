/** Whether the offer of an update stands in front of the app: what may wait is not put beside it. */
export const updateOffer = { isShown: false };

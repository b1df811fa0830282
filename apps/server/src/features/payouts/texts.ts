/** What the customer reads when a payment failed; the amount has returned by then. */
export const screeningRemark = '风控审核未通过，金额已退回';
export const paymentRemark = '链上支付未能完成，金额已退回';

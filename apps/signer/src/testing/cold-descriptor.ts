/** A cold wallet on regtest, of the seeds of 64 times 21, 22 and 23. */
export const coldDescriptor =
  "wsh(sortedmulti(2,[b0f82b43/48'/1'/0'/2']tpubDFcYsoTZVWzxtJ8KMzkP7YXPBQ7XkuhDEw2bbxk3iWu6QYmYRRLQAMxg65qN5aRrd4wo935UpTBuNQqoQHFKErea4nWjWvtH4twLkkDaBSn/0/*,[b2702a61/48'/1'/0'/2']tpubDFh3hsiVn1hJYe3QLGcV6x9HhN4MeZL2Q4YwnrMWJuqLhLgbdA1tVbuZbG6MnG2ccg9wNM4GU1SxZQpwjADL1wETbmeKMYDDJYwJke4jCCY/0/*,[3d587c4b/48'/1'/0'/2']tpubDEv19apCwo5FPtooMM3jk3ZuYcfYbtTWwaGppGyDnbksS6r1VSaEUEZS1hag1KMJQkVtfwF1QRxZfbSoWm6qPeyikm42codzQWXY3HD3paW/0/*))#uz4k656e";

/** 128 MiB and some 0.4 s a guess (RFC 7914: N = 2^17, r = 8, p = 1). No setting lowers it. */
export const sealCost = { N: 2 ** 17, r: 8, p: 1 };

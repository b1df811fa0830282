/** Who is in the demo. Their passwords are public: the demo binds loopback only and refuses a database it did not make. */
export const demoPasswords = { customer: 'Lode@2026', funds: '246810', staff: 'Lode@Console1' };

export const demoStaff = [
  { name: 'support', role: 'SUPPORT' },
  { name: 'operations', role: 'OPERATIONS' },
  { name: 'finance', role: 'FINANCE' },
  { name: 'approver', role: 'APPROVER' },
  { name: 'admin', role: 'ADMIN' },
  { name: 'auditor', role: 'AUDITOR' },
  // With two others a key is replaced.
  { name: 'deputy', role: 'APPROVER' },
] as const;

export interface DemoCustomer {
  account: string;
  nickname: string;
  /** The tag vip chooses the theme of that name. */
  tags: string[];
  payMode: 'PREPAID_FIRST' | 'OUTPUT_FIRST';
  /** Money taken or given by hand before the first day, as decimal USDT. */
  openingCredit: string | null;
  deposits: { beforeDay: number; usdt: string; reason: string }[];
}

/** Account 5 is new and has nothing: every screen's empty state. */
export const demoCustomers: DemoCustomer[] = [
  {
    account: '13800000001',
    nickname: '周明远',
    tags: ['老客户'],
    payMode: 'PREPAID_FIRST',
    openingCredit: '50',
    deposits: [
      { beforeDay: 0, usdt: '800', reason: '柜台收款 0001' },
      { beforeDay: 20, usdt: '600', reason: '柜台收款 0007' },
    ],
  },
  {
    account: '13800000002',
    nickname: '林若溪',
    tags: ['vip'],
    payMode: 'OUTPUT_FIRST',
    openingCredit: null,
    deposits: [{ beforeDay: 0, usdt: '420', reason: '柜台收款 0002' }],
  },
  {
    // 33 days at 5.808 USDT and a little more than two days beyond: about to run out.
    account: '13800000003',
    nickname: '陈浩',
    tags: [],
    payMode: 'PREPAID_FIRST',
    openingCredit: null,
    deposits: [{ beforeDay: 0, usdt: '205', reason: '柜台收款 0003' }],
  },
  {
    // Old machines at a dear site: they cost more than they mine, until an unpaid day stops them.
    account: '13800000004',
    nickname: '吴桂芳',
    tags: [],
    payMode: 'PREPAID_FIRST',
    openingCredit: '20',
    deposits: [],
  },
  {
    account: '13800000005',
    nickname: '新客户',
    tags: [],
    payMode: 'PREPAID_FIRST',
    openingCredit: null,
    deposits: [],
  },
];

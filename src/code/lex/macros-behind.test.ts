import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test.each(['a.h', 'a.cc'])(
  'a macro behind a field is none of its methods, and one behind parameters hides no method, in %s',
  (file) => {
    const text = `class LIB_EXPORT DBImpl {
 public:
  Status OPEN(const Slice& name);
  LIB_EXPORT Status CLOSE(int how);
  LIB_EXPORT Status SYNC();
  static void* MAKE(size_t n);
  unsigned int COUNT(void);
  const std::vector<int>& ALL(Kind kind) const;
  void Wait() EXCLUSIVE_LOCKS_REQUIRED(mutex_);
 private:
  int refs_ GUARDED_BY(refs_mutex_);
  mutable port::Mutex mu_ ACQUIRED_AFTER(other_);
  Version* const current_
      GUARDED_BY(mu_);
  std::map<int, Foo*> pending_ GUARDED_BY(mu_) = {};
  CompactionStats stats_[kLevels] GUARDED_BY(mu_);
  HANDLE handle_ GUARDED_BY(mu_);
};
`;
    expect(scan(file, text).filter((one) => !one.includes(' variable '))).toEqual([
      '1-18 class DBImpl',
      '3-3 method DBImpl/OPEN',
      '4-4 method DBImpl/CLOSE',
      '5-5 method DBImpl/SYNC',
      '6-6 method DBImpl/MAKE',
      '7-7 method DBImpl/COUNT',
      '8-8 method DBImpl/ALL',
      '9-9 method DBImpl/Wait',
    ]);
  },
);

/** Types of Rust's standard library that projects use by their names. */
export const RUST_TYPES: ReadonlySet<string> = new Set(
  (
    'Arc BTreeMap BTreeSet BinaryHeap Box BufReader BufWriter CString Cell Command Cow Duration File HashMap HashSet ' +
    'Instant Mutex OnceCell OnceLock OpenOptions OsStr OsString Option Path PathBuf Rc RefCell Result RwLock String ' +
    'SystemTime Vec VecDeque bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize'
  ).split(' '),
);

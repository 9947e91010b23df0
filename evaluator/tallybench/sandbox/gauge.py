"""A tiny shared library that measures how much memory a process holds, and the most that it has held.

It puts itself in front of CPython's allocators, and counts what is asked for: each block that the process gets has a
header with its size, so that freeing it subtracts what was added for it. Older blocks have no header, and freeing them
subtracts nothing: a solution gains no room by freeing what it was given. If such a block grows, only its growth is
counted.

The figures are in a page of memory that is shared with the evaluator. No Python object knows where it is, and no
descriptor leads there: a solution can neither read nor write it, nor remove the library again. (A solution that can
write anywhere in its own memory can, as everywhere else.)

The interpreter has to run with PYTHONMALLOC=malloc, so that the word before an older block is the C library's: a
size, never MARK. The library has the initialisation functions of two extension modules. Both return NULL, for which the
import system raises SystemError.

- `gauge_page` maps the page from GAUGE_FD, and closes that descriptor. It is called in the zygote.
- `gauge` starts the measurement.

A second call of either does nothing.
"""

import struct

from tallybench.sandbox.library import build_library, read_listing

# Bump this whenever a change here, in `inside/memory_child.py` or in `inside/memory_zygote.py` moves peaks. Earlier
# measurements are then no longer used, and records and `hf_dataset/measured/` have to be measured again.
GAUGE_VERSION = 2
GAUGE_FD = 4  # inside: the page; the number is free if no valgrind prints
# CPython's audit events by which a process could keep something outside of what is counted: the C library copies an
# environment variable, and gives it back to a newly created `posix` module.
KEPT_OUTSIDE = ("os.putenv",)
FIGURES = struct.Struct("<qq")  # in the page, in bytes: what the process holds, and the most that it has held
MARK = 0x7A6C_6F74_7962_5F6D  # not a size that a block can have

# A block: its size, how much of that is not counted, unused, MARK; then what the process was given.
# rdi, rsi, rdx, rcx, r8: arguments; the first one of an allocator is its context, which is not used.
_LISTING = f"""
count:
  488b05 @page       ; mov rax,[page]      the figures: what is held, what was held at most
  4889f9             ; mov rcx,rdi         by how much what is held changes
  f0480fc108         ; lock xadd [rax],rcx
  4801f9             ; add rcx,rdi
  483b4808           ; cmp rcx,[rax+8]
  7e >.end           ; jle .end
  48894808           ; mov [rax+8],rcx
.end:
  c3                 ; ret

own:
  488930             ; mov [rax],rsi       the block: its size
  48895008           ; mov [rax+8],rdx     what is not counted of it
  488b0d @mark       ; mov rcx,[mark]
  48894818           ; mov [rax+24],rcx
  4c8d4020           ; lea r8,[rax+32]
  4889f7             ; mov rdi,rsi
  4829d7             ; sub rdi,rdx
  7e >.end           ; jle .end
  e8 @count          ; call count
.end:
  4c89c0             ; mov rax,r8
  c3                 ; ret

get:
  56                 ; push rsi
  488d7e20           ; lea rdi,[rsi+32]
  ff15 @malloc       ; call [malloc]
  5e                 ; pop rsi
  31d2               ; xor edx,edx
  4885c0             ; test rax,rax
  0f85 @own          ; jnz own
  c3                 ; ret

get_zeros:
  480faff2           ; imul rsi,rdx
  56                 ; push rsi
  6a01               ; push 1
  5f                 ; pop rdi
  4883c620           ; add rsi,32
  ff15 @calloc       ; call [calloc]
  5e                 ; pop rsi
  31d2               ; xor edx,edx
  4885c0             ; test rax,rax
  0f85 @own          ; jnz own
  c3                 ; ret

let_go:
  4889f7             ; mov rdi,rsi
  4885f6             ; test rsi,rsi
  74 >.free          ; jz .free
  488b0d @mark       ; mov rcx,[mark]
  48394ef8           ; cmp [rsi-8],rcx
  75 >.free          ; jne .free           an older one
  488366f800         ; and [rsi-8],0
  488b7ee8           ; mov rdi,[rsi-24]
  482b7ee0           ; sub rdi,[rsi-32]
  7d >.header        ; jge .header
  e8 @count          ; call count
.header:
  488d7ee0           ; lea rdi,[rsi-32]
.free:
  ff25 @free         ; jmp [free]

resize:
  4885f6             ; test rsi,rsi
  75 >.given         ; jnz .given
  4889d6             ; mov rsi,rdx
  e9 @get            ; jmp get
.given:
  53                 ; push rbx
  55                 ; push rbp
  4154               ; push r12
  4889d3             ; mov rbx,rdx
  4889f5             ; mov rbp,rsi
  488b0d @mark       ; mov rcx,[mark]
  48394ef8           ; cmp [rsi-8],rcx
  75 >.before        ; jne .before
  4531e4             ; xor r12d,r12d       what was counted
  488b46e0           ; mov rax,[rsi-32]
  482b46e8           ; sub rax,[rsi-24]
  4c0f4fe0           ; cmovg r12,rax
  488d7ee0           ; lea rdi,[rsi-32]
  488d7220           ; lea rsi,[rdx+32]
  ff15 @realloc      ; call [realloc]
  4885c0             ; test rax,rax
  74 >.end           ; jz .end
  488918             ; mov [rax],rbx
  488d6820           ; lea rbp,[rax+32]
  31ff               ; xor edi,edi         what is counted now
  482b5808           ; sub rbx,[rax+8]
  480f4ffb           ; cmovg rdi,rbx
  4c29e7             ; sub rdi,r12
  e8 @count          ; call count
  4889e8             ; mov rax,rbp
  eb >.end           ; jmp .end
.before:
  4889f7             ; mov rdi,rsi
  ff15 @malloc_usable_size ; call [malloc_usable_size]
  4989c4             ; mov r12,rax
  488d7b20           ; lea rdi,[rbx+32]
  ff15 @malloc       ; call [malloc]
  4885c0             ; test rax,rax
  74 >.end           ; jz .end
  4889de             ; mov rsi,rbx
  4c89e2             ; mov rdx,r12
  e8 @own            ; call own
  4889c7             ; mov rdi,rax
  4889ee             ; mov rsi,rbp
  4c39e3             ; cmp rbx,r12
  490f47dc           ; cmova rbx,r12
  4889da             ; mov rdx,rbx
  4889c3             ; mov rbx,rax
  ff15 @memcpy       ; call [memcpy]
  4889ef             ; mov rdi,rbp
  ff15 @free         ; call [free]
  4889d8             ; mov rax,rbx
.end:
  415c               ; pop r12
  5d                 ; pop rbp
  5b                 ; pop rbx
  c3                 ; ret

get_arena:
  56                 ; push rsi
  488b3d @arena      ; mov rdi,[arena]
  ff15 @arena+8      ; call [arena+8]
  5f                 ; pop rdi
  4885c0             ; test rax,rax
  74 >.end           ; jz .end
  4889c6             ; mov rsi,rax
  e8 @count          ; call count
  4889f0             ; mov rax,rsi
.end:
  c3                 ; ret

let_go_arena:
  52                 ; push rdx
  488b3d @arena      ; mov rdi,[arena]
  ff15 @arena+16     ; call [arena+16]
  5f                 ; pop rdi
  48f7df             ; neg rdi
  e9 @count          ; jmp count

gauge_page:
  488b05 @page       ; mov rax,[page]
  4885c0             ; test rax,rax
  74 >.begin         ; jz .begin
  31c0               ; xor eax,eax
  c3                 ; ret
.begin:
  31ff               ; xor edi,edi
  be00100000         ; mov esi,4096
  ba03000000         ; mov edx,3           PROT_READ | PROT_WRITE
  41ba01000000       ; mov r10d,1          MAP_SHARED
  41b8{struct.pack("<I", GAUGE_FD).hex()}       ; mov r8d,GAUGE_FD
  4531c9             ; xor r9d,r9d
  b809000000         ; mov eax,9           mmap
  0f05               ; syscall
  488905 @page       ; mov [page],rax
  bf{struct.pack("<I", GAUGE_FD).hex()}         ; mov edi,GAUGE_FD
  b803000000         ; mov eax,3           close
  0f05               ; syscall
  31c0               ; xor eax,eax
  c3                 ; ret

gauge:
  8a05 @begun        ; mov al,[begun]
  84c0               ; test al,al
  74 >.begin         ; jz .begin
  31c0               ; xor eax,eax
  c3                 ; ret
.begin:
  fe05 @begun        ; inc byte [begun]
  53                 ; push rbx
  4883ec30           ; sub rsp,48          for a PyMemAllocatorEx
  488d3d @arena      ; lea rdi,[arena]
  ff15 @PyObject_GetArenaAllocator
  488d05 @get_arena  ; lea rax,[get_arena]
  4889442408         ; mov [rsp+8],rax
  488d05 @let_go_arena ; lea rax,[let_go_arena]
  4889442410         ; mov [rsp+16],rax
  4889e7             ; mov rdi,rsp
  ff15 @PyObject_SetArenaAllocator
  488d05 @get        ; lea rax,[get]
  4889442408         ; mov [rsp+8],rax
  488d05 @get_zeros  ; lea rax,[get_zeros]
  4889442410         ; mov [rsp+16],rax
  488d05 @resize     ; lea rax,[resize]
  4889442418         ; mov [rsp+24],rax
  488d05 @let_go     ; lea rax,[let_go]
  4889442420         ; mov [rsp+32],rax
  bb02000000         ; mov ebx,2           PYMEM_DOMAIN_OBJ, then MEM, then RAW
.domain:
  89df               ; mov edi,ebx
  4889e6             ; mov rsi,rsp
  ff15 @PyMem_SetAllocator
  ffcb               ; dec ebx
  79 >.domain        ; jns .domain
  4883c430           ; add rsp,48
  5b                 ; pop rbx
  31c0               ; xor eax,eax
  c3                 ; ret
"""
_IMPORTED = (
    *("malloc", "calloc", "realloc", "free", "malloc_usable_size", "memcpy"),
    *("PyObject_GetArenaAllocator", "PyObject_SetArenaAllocator", "PyMem_SetAllocator"),
)
_VARIABLES = {"page": bytes(8), "mark": struct.pack("<Q", MARK), "begun": bytes(8), "arena": bytes(24)}


def build_gauge() -> bytes:
    """Return the library, as the bytes of an ELF file for x86-64."""
    return build_library(list(read_listing(_LISTING, ("gauge_page", "gauge"))), _IMPORTED, _VARIABLES)

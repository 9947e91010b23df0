"""Which further inputs tell wrong programs from right ones? Generated, held to contract and ground truths, reduced."""

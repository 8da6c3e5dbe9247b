use toolwire_corpus::{cases, VERSION};

fn main() {
    for one in cases().filter(|one| one.op == "carrier.image_refs") {
        // Here you would compare what your own image_refs gives with one.expect.
        println!("{} {} {}", one.id, one.input, one.expect);
    }
    println!("{} cases of corpus {VERSION}", cases().count());
}
